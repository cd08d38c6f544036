package dev.basalt.kube.fault;

import dev.basalt.kube.ControlPlane;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * The proxy's two ends: towards clients it is the API server, by its certificate. Whoever shows a client certificate is
 * presented to the API server under that name, by the headers and the certificate of Kubernetes' own front proxies.
 */
record Tls(SslContext server, SslContext plainClient, SslContext frontProxyClient) {
    /** Who a client certificate speaks for. */
    record Identity(String user, List<String> groups) {}

    static Tls of(ControlPlane plane) throws SSLException {
        Path pki = plane.folder().resolve("pki");
        File authority = plane.authority().toFile();
        return new Tls(
                SslContextBuilder.forServer(file(pki, "apiserver.crt"), file(pki, "apiserver.key"))
                        .trustManager(authority)
                        .clientAuth(ClientAuth.OPTIONAL)
                        .build(),
                SslContextBuilder.forClient().trustManager(authority).build(),
                SslContextBuilder.forClient()
                        .trustManager(authority)
                        .keyManager(file(pki, "front-proxy.crt"), file(pki, "front-proxy.key"))
                        .build());
    }

    private static File file(Path pki, String name) {
        return pki.resolve(name).toFile();
    }

    /** Common name and organisations, as the API server reads them; nobody when no certificate was shown. */
    static List<Identity> identityOf(SSLSession session) {
        try {
            List<String> groups = new ArrayList<>();
            String user = "";
            for (var part : new LdapName(session.getPeerPrincipal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) {
                    user = part.getValue().toString();
                } else if (part.getType().equalsIgnoreCase("O")) {
                    groups.add(part.getValue().toString());
                }
            }
            return List.of(new Identity(user, groups));
        } catch (SSLPeerUnverifiedException e) {
            return List.of();
        } catch (InvalidNameException e) {
            throw new IllegalStateException("a certificate's subject is no name", e);
        }
    }
}
