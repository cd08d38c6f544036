package dev.basalt.tests.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Words that no file of the repository may hold. Each pattern is written so that it does not match itself. */
final class WordRules {
    private record Word(Pattern pattern, String why) {}

    private static final List<Word> WORDS = List.of(
            new Word(
                    Pattern.compile("\\b(T[O]DO|F[I]XME|X[X]X|H[A]CK)\\b"),
                    "is unfinished work. Maybe finish it, or file an issue"),
            new Word(Pattern.compile("(?<![\\w.$}*-])/[w]ork(/|\\b)"), "is a path of one machine"),
            new Word(Pattern.compile("/[r]oot/\\.\\w+"), "is a path of one machine"),
            new Word(
                    Pattern.compile("\\.[l]ibrary/|\\b[s]hared/(data|reference|hooks|kube)\\b"),
                    "is not in this repository"),
            new Word(Pattern.compile("\\b[D]ESIGN (D\\d|section)"), "is not in this repository"),
            new Word(
                    Pattern.compile("(?i)\\b([c]laude|[a]nthropic|[c]hatgpt|[c]opilot|[l]anguage model)\\b"),
                    "speaks of how the text was made, not of Basalt"),
            new Word(Pattern.compile("(?i)\\b[b]rief\\.md\\b|\\b[s]ub-?agent\\b"), "speaks of how the text was made"));

    private WordRules() {}

    static List<Violation> bannedWords(String path, List<String> lines) {
        var found = new ArrayList<Violation>();
        for (int i = 0; i < lines.size(); i++) {
            for (var word : WORDS) {
                var matcher = word.pattern().matcher(lines.get(i));
                if (matcher.find()) {
                    found.add(new Violation(path, i + 1, "\"" + matcher.group() + "\" " + word.why()));
                }
            }
        }
        return found;
    }
}
