package dev.basalt.transport;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Knows one token; says nothing of how near another one came. */
public final class TokenFileAuthenticator implements Authenticator {
    private final byte[] expected;

    public TokenFileAuthenticator(String token) {
        this.expected = digest(token);
    }

    @Override
    public Caller identify(String token) throws StrangerException {
        // Digests have one length, so that the comparison takes the same time for every wrong token.
        if (!MessageDigest.isEqual(expected, digest(token))) {
            throw StrangerException.unknown(
                    "the token is not this scheduler's. Maybe the token file is of another scheduler.");
        }
        return new Caller.Operator();
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this Java has no SHA-256, which every Java must have", impossible);
        }
    }
}
