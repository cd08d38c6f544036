package dev.basalt.transport.tls;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority: its own certificate, and the key that signs others. Keys are of the curve P-256.
 *
 * @param certificate signed by itself
 * @param key never leaves the schedulers
 */
public record Authority(X509Certificate certificate, PrivateKey key) {
    /** Clocks differ: a certificate is valid a little before it was made. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    private static final String SIGNATURE = "SHA256withECDSA";
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * A new authority.
     *
     * @param name common name, for people
     * @param from now
     * @param life how long it is valid
     */
    public static Authority create(String name, Instant from, Duration life) {
        try {
            KeyPair pair = keyPair();
            X500Name subject = commonName(name);
            X509v3CertificateBuilder builder = builder(subject, subject, from, from.plus(life), pair.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            return new Authority(signed(builder, pair.getPrivate()), pair.getPrivate());
        } catch (GeneralSecurityException | CertIOException | OperatorCreationException impossible) {
            throw new IllegalStateException("no certificate authority can be made: " + impossible, impossible);
        }
    }

    /**
     * A server's certificate, signed by this authority.
     *
     * @param dnsNames names under which it is called; the first is its common name
     * @param addresses IP addresses under which it is called
     * @param from now
     * @param life how long it is valid; never longer than the authority itself
     */
    public Issued issue(List<String> dnsNames, List<String> addresses, Instant from, Duration life) {
        try {
            KeyPair pair = keyPair();
            Instant end = from.plus(life);
            Instant last = certificate.getNotAfter().toInstant();
            X509v3CertificateBuilder builder = builder(
                    X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded()),
                    commonName(dnsNames.isEmpty() ? "basalt" : dnsNames.getFirst()),
                    from,
                    end.isBefore(last) ? end : last,
                    pair.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(
                    Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
            builder.addExtension(Extension.subjectAlternativeName, false, names(dnsNames, addresses));
            builder.addExtension(
                    Extension.authorityKeyIdentifier,
                    false,
                    new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(certificate));
            return new Issued(signed(builder, key), pair.getPrivate());
        } catch (GeneralSecurityException | CertIOException | OperatorCreationException impossible) {
            throw new IllegalStateException(
                    "no certificate can be made for " + dnsNames + " " + addresses + ": " + impossible, impossible);
        }
    }

    /** A certificate and the key that belongs to it. */
    public record Issued(X509Certificate certificate, PrivateKey key) {}

    private static GeneralNames names(List<String> dnsNames, List<String> addresses) {
        GeneralName[] names = new GeneralName[dnsNames.size() + addresses.size()];
        int at = 0;
        for (String name : dnsNames) {
            names[at++] = new GeneralName(GeneralName.dNSName, name);
        }
        for (String address : addresses) {
            names[at++] = new GeneralName(GeneralName.iPAddress, address);
        }
        return new GeneralNames(names);
    }

    private static X500Name commonName(String name) {
        return new X500NameBuilder().addRDN(BCStyle.CN, name).build();
    }

    private static KeyPair keyPair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
        return generator.generateKeyPair();
    }

    private static X509v3CertificateBuilder builder(
            X500Name issuer, X500Name subject, Instant from, Instant end, PublicKey key)
            throws GeneralSecurityException, CertIOException {
        var builder = new JcaX509v3CertificateBuilder(
                issuer, new BigInteger(127, RANDOM), Date.from(from.minus(SKEW)), Date.from(end), subject, key);
        builder.addExtension(
                Extension.subjectKeyIdentifier, false, new JcaX509ExtensionUtils().createSubjectKeyIdentifier(key));
        return builder;
    }

    private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
            throws GeneralSecurityException, OperatorCreationException {
        var signer = new JcaContentSignerBuilder(SIGNATURE).build(key);
        return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    }
}
