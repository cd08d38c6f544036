package dev.basalt.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.basalt.transport.tls.Authority;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.grpc.util.AdvancedTlsX509KeyManager;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TlsDoorTest {
    private static final Duration LIFE = Duration.ofDays(1);

    private final Authority first = Authority.create("first", Instant.now(), LIFE);
    private final Authority second = Authority.create("second", Instant.now(), LIFE);
    private final AdvancedTlsX509KeyManager identity = new AdvancedTlsX509KeyManager();
    private GrpcDoor door;

    @BeforeEach
    void open() throws GeneralSecurityException, IOException {
        becomeKnownBy(first);
        door = new GrpcDoor(
                new GrpcDoor.Place("127.0.0.1", 0, identity), new TokenFileAuthenticator("secret"), List.of());
    }

    @AfterEach
    void close() {
        door.close();
    }

    @Test
    void answersWhoTrustsItsAuthority() throws Exception {
        assertThat(statusFor("127.0.0.1", List.of(first.certificate()))).isEqualTo(ServingStatus.SERVING);
    }

    @Test
    void isNotTrustedByWhoTrustsAnother() {
        assertThatThrownBy(() -> statusFor("127.0.0.1", List.of(second.certificate())))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        refused -> assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE));
    }

    @Test
    void isNotTrustedUnderANameItsCertificateLacks() {
        assertThatThrownBy(() -> statusFor("elsewhere.example", List.of(first.certificate())))
                .isInstanceOf(StatusRuntimeException.class);
    }

    @Test
    void takesANewCertificateWhileItIsOpen() throws Exception {
        becomeKnownBy(second);

        assertThat(statusFor("127.0.0.1", List.of(first.certificate(), second.certificate())))
                .isEqualTo(ServingStatus.SERVING);
        assertThatThrownBy(() -> statusFor("127.0.0.1", List.of(first.certificate())))
                .isInstanceOf(StatusRuntimeException.class);
    }

    private void becomeKnownBy(Authority authority) throws GeneralSecurityException {
        var issued = authority.issue(List.of("localhost"), List.of("127.0.0.1"), Instant.now(), LIFE);
        identity.updateIdentityCredentials(new X509Certificate[] {issued.certificate()}, issued.key());
    }

    private ServingStatus statusFor(String name, List<X509Certificate> trusted) throws Exception {
        Metadata headers = new Metadata();
        headers.put(TokenGuard.AUTHORIZATION, "Bearer secret");
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", door.port())
                .overrideAuthority(name)
                .sslContext(GrpcSslContexts.forClient()
                        .trustManager(trusted.toArray(new X509Certificate[0]))
                        .build())
                .intercept(MetadataUtils.newAttachHeadersInterceptor(headers))
                .build();
        try {
            return HealthGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(20, TimeUnit.SECONDS)
                    .check(HealthCheckRequest.getDefaultInstance())
                    .getStatus();
        } finally {
            channel.shutdownNow();
        }
    }
}
