package dev.basalt.manifest.text;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Compares a document with the Java type that describes it: one of fabric8's model classes, or a record of ours.
 * Unknown keys are warnings that name the nearest known one; a list where a map belongs, or a word where a number
 * belongs, is an error.
 */
public final class Shape {
    private static final Map<Class<?>, SortedMap<String, Type>> KNOWN = new ConcurrentHashMap<>();

    private Shape() {}

    /** Reports every place where the field's value does not look like the type. */
    public static void check(Field field, Type type) {
        if (!field.present()) {
            return;
        }
        if (type instanceof ParameterizedType generic) {
            checkGeneric(field, generic);
        } else if (type instanceof Class<?> plain) {
            checkPlain(field, plain);
        }
    }

    private static void checkGeneric(Field field, ParameterizedType generic) {
        if (generic.getRawType() == List.class) {
            if (!(field.value() instanceof Value.Items)) {
                field.error("is not a list", "write its elements below each other, each after a dash");
            }
            field.items().forEach(item -> check(item, generic.getActualTypeArguments()[0]));
        } else if (field.value() instanceof Value.Entries) {
            field.keys().forEach(key -> check(field.at(key), generic.getActualTypeArguments()[1]));
        } else {
            field.error("is not a map", "write key: value pairs below it");
        }
    }

    private static void checkPlain(Field field, Class<?> type) {
        if (type == Object.class || type.isInterface()) {
            return;
        }
        if (isScalar(type)) {
            checkScalar(field, type);
            return;
        }
        SortedMap<String, Type> known = KNOWN.computeIfAbsent(type, Shape::knownKeys);
        if (known.isEmpty()) {
            return;
        }
        if (!(field.value() instanceof Value.Entries)) {
            field.error("is not a map", "write key: value pairs below it, such as " + known.firstKey());
            return;
        }
        for (String key : field.keys()) {
            Type expected = known.get(key);
            if (expected == null) {
                unknownKey(field.at(key), key, known);
            } else {
                check(field.at(key), expected);
            }
        }
    }

    private static void unknownKey(Field field, String key, SortedMap<String, Type> known) {
        String nearest = Nearest.to(key, known.keySet());
        String maybe = nearest == null
                ? "remove it; known here: "
                        + String.join(", ", known.keySet().stream().limit(8).toList())
                : "you meant '" + nearest + "'";
        field.warn("is an unknown key", "if it were not there", maybe);
    }

    private static boolean isScalar(Class<?> type) {
        return type.isPrimitive()
                || type == String.class
                || type == Boolean.class
                || Number.class.isAssignableFrom(type)
                || type.getSimpleName().equals("Quantity")
                || type.getSimpleName().equals("IntOrString");
    }

    private static void checkScalar(Field field, Class<?> type) {
        if (!(field.value() instanceof Value.Scalar scalar)) {
            field.error("is not a single value", "write one value after the colon");
        } else if (type == String.class) {
            if (scalar.kind() != Value.Kind.TEXT) {
                field.warn("looks like a number or a flag", "text", "put it in quotes");
            }
        } else if (type == Boolean.class || type == boolean.class) {
            field.flag(false);
        } else if ((type == Integer.class || type == int.class || type == Long.class)
                && !scalar.text().matches("-?\\d+")) {
            field.error("is not a whole number", "write digits only");
        }
    }

    private static SortedMap<String, Type> knownKeys(Class<?> type) {
        SortedMap<String, Type> keys = new TreeMap<>();
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                keys.put(component.getName(), component.getGenericType());
            }
        }
        for (java.lang.reflect.Field field : type.getDeclaredFields()) {
            JsonProperty property = field.getAnnotation(JsonProperty.class);
            if (property != null) {
                keys.put(property.value(), field.getGenericType());
            }
        }
        return keys;
    }
}
