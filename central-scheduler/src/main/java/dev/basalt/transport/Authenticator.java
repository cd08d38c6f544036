package dev.basalt.transport;

/** Finds out who shows a token. */
public interface Authenticator {
    /**
     * Who it is; may take as long as a call to a server.
     *
     * @param token without the word Bearer
     * @throws StrangerException when the token is nobody's, or when nobody can tell now
     */
    Caller identify(String token) throws StrangerException, InterruptedException;
}
