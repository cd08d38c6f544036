package dev.basalt.transport.tls;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;

/** Certificates and keys as PEM text. */
public final class Pem {
    private Pem() {}

    /** Certificates, one after the other. */
    public static String text(List<X509Certificate> certificates) {
        return written(writer -> {
            for (X509Certificate certificate : certificates) {
                writer.writeObject(certificate);
            }
        });
    }

    /** A private key in PKCS #8. */
    public static String text(PrivateKey key) {
        return written(writer -> writer.writeObject(new JcaPKCS8Generator(key, null)));
    }

    /**
     * All certificates in a text.
     *
     * @throws GeneralSecurityException when it holds none, or one that is broken
     */
    public static List<X509Certificate> certificates(String text) throws GeneralSecurityException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Object object : objects(text)) {
            if (object instanceof X509CertificateHolder holder) {
                certificates.add(new JcaX509CertificateConverter().getCertificate(holder));
            }
        }
        if (certificates.isEmpty()) {
            throw new GeneralSecurityException("the text holds no certificate");
        }
        return certificates;
    }

    /**
     * The first private key in a text.
     *
     * @throws GeneralSecurityException when it holds none, or one that is broken
     */
    public static PrivateKey privateKey(String text) throws GeneralSecurityException {
        try {
            for (Object object : objects(text)) {
                if (object instanceof PrivateKeyInfo key) {
                    return new JcaPEMKeyConverter().getPrivateKey(key);
                }
                if (object instanceof PEMKeyPair pair) {
                    return new JcaPEMKeyConverter().getKeyPair(pair).getPrivate();
                }
            }
        } catch (IOException broken) {
            throw new GeneralSecurityException("the private key is broken: " + broken.getMessage(), broken);
        }
        throw new GeneralSecurityException("the text holds no private key");
    }

    private static List<Object> objects(String text) throws GeneralSecurityException {
        List<Object> objects = new ArrayList<>();
        try (PEMParser parser = new PEMParser(new StringReader(text))) {
            for (Object object = parser.readObject(); object != null; object = parser.readObject()) {
                objects.add(object);
            }
            return objects;
        } catch (IOException | IllegalArgumentException broken) {
            throw new GeneralSecurityException("the text is no PEM: " + broken.getMessage(), broken);
        }
    }

    /** Writes to a PEM writer. */
    private interface Writing {
        void to(JcaPEMWriter writer) throws IOException;
    }

    private static String written(Writing writing) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writing.to(writer);
        } catch (IOException impossible) {
            throw new IllegalStateException("a certificate or key cannot be written as PEM: " + impossible, impossible);
        }
        return text.toString();
    }
}
