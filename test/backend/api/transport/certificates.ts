/**
 * X.509 certificates made on the spot (DER by hand, signed by node:crypto), so that no key and no expiry date lies in the
 * repository. Only what a TLS server in a test needs.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface CertificateOptions {
  /** DNS names and IPv4 addresses of the subject. */
  readonly dns?: readonly string[];
  readonly ip?: readonly string[];
  /** Of the subject, which is its issuer; of two that are trusted together each needs its own. */
  readonly name?: string;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const DAY = 86_400_000;

/** A self-signed certificate with a fresh P-256 key. */
export function selfSigned(options: CertificateOptions = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = toBeSigned(publicKey, options);
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, ECDSA_SHA256, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function toBeSigned(publicKey: KeyObject, options: CertificateOptions): Buffer {
  const name = sequence(
    tlv(0x31, sequence(tlv(0x06, hex('550403')), tlv(0x0c, Buffer.from(options.name ?? 'test server')))),
  );
  const notBefore = options.notBefore ?? new Date(Date.now() - DAY);
  const notAfter = options.notAfter ?? new Date(Date.now() + DAY);
  const names = [
    ...(options.dns ?? []).map((dns) => tlv(0x82, Buffer.from(dns))),
    ...(options.ip ?? []).map((ip) => tlv(0x87, Buffer.from(ip.split('.').map(Number)))),
  ];
  const alternativeNames = sequence(tlv(0x06, hex('551d11')), tlv(0x04, sequence(...names)));
  return sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    ECDSA_SHA256,
    name,
    sequence(utcTime(notBefore), utcTime(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(names.length === 0 ? [] : [tlv(0xa3, sequence(alternativeNames))]),
  );
}

const ECDSA_SHA256 = sequence(tlv(0x06, hex('2a8648ce3d040302')));

function utcTime(date: Date): Buffer {
  const text = date.toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return tlv(0x17, Buffer.from(`${text}Z`));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}
