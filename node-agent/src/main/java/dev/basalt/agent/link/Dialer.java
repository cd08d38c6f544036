package dev.basalt.agent.link;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Makes channels to the scheduler. The name is resolved and the token read anew for each, so that both may change. */
public final class Dialer {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private static final int MOST_TOKEN_BYTES = 4096;

    private final String home;
    private final Path tokenFile;
    private final Optional<Path> tlsCaFile;

    /**
     * Without a certificate authority channels are in the clear, and addresses must be on loopback.
     *
     * @param home the scheduler's address, {@code host:port}
     */
    public Dialer(String home, Path tokenFile, Optional<Path> tlsCaFile) {
        this.home = home;
        this.tokenFile = tokenFile;
        this.tlsCaFile = tlsCaFile;
    }

    /** The scheduler's address; another leader's is used as long as it answers. */
    String home() {
        return home;
    }

    /** Whether a token may be sent there. */
    boolean trusts(String address) {
        String host = address.substring(0, Math.max(0, address.lastIndexOf(':')));
        return tlsCaFile.isPresent() || host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    private String token() throws IOException {
        byte[] bytes;
        try (InputStream input = Files.newInputStream(tokenFile)) {
            bytes = input.readNBytes(MOST_TOKEN_BYTES + 1);
        }
        String token = new String(bytes, StandardCharsets.ISO_8859_1).strip();
        if (bytes.length > MOST_TOKEN_BYTES || token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IOException("token file " + tokenFile + " holds no token, which is one word of at most "
                    + MOST_TOKEN_BYTES + " letters, digits and signs. Maybe copy it again from the scheduler's"
                    + " state folder");
        }
        return token;
    }

    /**
     * A channel that shows the token with each call. Fails when the token or the certificate authority cannot be read.
     */
    ManagedChannel dial(String address) throws IOException {
        var headers = new Metadata();
        headers.put(AUTHORIZATION, "Bearer " + token());
        NettyChannelBuilder builder = NettyChannelBuilder.forTarget("dns:///" + address)
                .intercept(MetadataUtils.newAttachHeadersInterceptor(headers));
        return tlsCaFile.isPresent()
                ? builder.sslContext(GrpcSslContexts.forClient()
                                .trustManager(tlsCaFile.get().toFile())
                                .build())
                        .build()
                : builder.usePlaintext().build();
    }
}
