package dev.basalt.transport.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TrustBundleTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final TrustBundle.Terms TERMS = new TrustBundle.Terms(Duration.ofDays(90), Duration.ofDays(1));

    @Test
    void makesAnAuthorityWhereThereIsNoneAndKeepsIt() {
        TrustBundle first = TrustBundle.EMPTY.rotated(TERMS, START);

        assertThat(first.authorities()).hasSize(1);
        assertThat(first.rotated(TERMS, START.plus(Duration.ofDays(59)))).isSameAs(first);
    }

    @Test
    void trustsASuccessorBeforeItSignsAndDropsTheFirstWhenThatIsOver() {
        TrustBundle first = TrustBundle.EMPTY.rotated(TERMS, START);
        Instant day60 = START.plus(Duration.ofDays(60));

        TrustBundle both = first.rotated(TERMS, day60);
        TrustBundle later = both.rotated(TERMS, START.plus(Duration.ofDays(91)));

        assertThat(both.certificates())
                .hasSize(2)
                .startsWith(first.certificates().getFirst());
        assertThat(both.signer(TERMS, day60)).isEqualTo(first.authorities().getFirst());
        assertThat(both.signer(TERMS, day60.plus(TERMS.overlap())))
                .isEqualTo(both.authorities().getLast());
        assertThat(later.authorities()).containsExactly(both.authorities().getLast());
    }

    @Test
    void neverLeavesACallerWithoutAnAuthorityItTrustsOverTenYearsOfDailyLooks() throws GeneralSecurityException {
        TrustBundle bundle = TrustBundle.EMPTY.rotated(TERMS, START);
        TrustBundle heardYesterday = bundle;
        for (int day = 0; day < 3_650; day += 5) {
            Instant now = START.plus(Duration.ofDays(day));
            bundle = bundle.rotated(TERMS, now);
            var server = bundle.signer(TERMS, now).issue(List.of("basalt"), List.of(), now, Duration.ofDays(1));

            verify(server.certificate(), bundle.certificates(), now);
            if (day > 0) {
                verify(server.certificate(), heardYesterday.certificates(), now);
            }
            heardYesterday = bundle.rotated(TERMS, now.plus(Duration.ofDays(4)));
        }
    }

    @Test
    void namesTheServerByDnsAndAddressAndNeverOutlivesTheAuthority() throws GeneralSecurityException {
        Authority authority = Authority.create("basalt", START, Duration.ofDays(10));

        X509Certificate certificate = authority
                .issue(
                        List.of("basalt-scheduler.basalt.svc", "localhost"),
                        List.of("127.0.0.1"),
                        START.plus(Duration.ofDays(5)),
                        Duration.ofDays(30))
                .certificate();

        List<String> names = certificate.getSubjectAlternativeNames().stream()
                .map(name -> String.valueOf(name.get(1)))
                .toList();
        assertThat(names).containsExactly("basalt-scheduler.basalt.svc", "localhost", "127.0.0.1");
        assertThat(certificate.getNotAfter()).isEqualTo(authority.certificate().getNotAfter());
        assertThat(certificate.getBasicConstraints()).as("no authority itself").isEqualTo(-1);
    }

    @Test
    void isNotTrustedByThoseWhoTrustAnother() {
        Authority authority = Authority.create("basalt", START, Duration.ofDays(10));
        Authority other = Authority.create("basalt", START, Duration.ofDays(10));
        X509Certificate certificate = authority
                .issue(List.of("a"), List.of(), START, Duration.ofDays(1))
                .certificate();

        assertThatThrownBy(() -> verify(certificate, List.of(other.certificate()), START))
                .isInstanceOf(CertPathValidatorException.class);
    }

    @Test
    void readsBackWhatItWritesAsPem() throws GeneralSecurityException {
        Authority authority = Authority.create("basalt", START, Duration.ofDays(10));
        Authority second = Authority.create("basalt", START, Duration.ofDays(10));

        assertThat(Pem.certificates(Pem.text(List.of(authority.certificate(), second.certificate()))))
                .containsExactly(authority.certificate(), second.certificate());
        assertThat(Pem.privateKey(Pem.text(authority.key()))).isEqualTo(authority.key());
    }

    @Test
    void saysWhatIsWrongWithTextThatIsNoPem() {
        assertThatThrownBy(() -> Pem.certificates("hello")).hasMessage("the text holds no certificate");
        assertThatThrownBy(() -> Pem.privateKey("")).hasMessage("the text holds no private key");
        assertThatThrownBy(() -> Pem.certificates("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"))
                .isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void refusesAnOverlapThatALifeHasNoRoomFor() {
        assertThatThrownBy(() -> new TrustBundle.Terms(Duration.ofDays(5), Duration.ofDays(1)))
                .hasMessageContaining("PT24H")
                .hasMessageContaining("PT120H");
    }

    private static void verify(X509Certificate certificate, List<X509Certificate> trusted, Instant now)
            throws GeneralSecurityException {
        Set<TrustAnchor> anchors =
                trusted.stream().map(anchor -> new TrustAnchor(anchor, null)).collect(Collectors.toSet());
        PKIXParameters parameters = new PKIXParameters(anchors);
        parameters.setRevocationEnabled(false);
        parameters.setDate(Date.from(now));
        CertPathValidator.getInstance("PKIX")
                .validate(CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate)), parameters);
    }
}
