import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate and its private key, in PEM. */
export interface Certificate {
  readonly certificate: string;
  readonly privateKey: string;
}

// The DER tags (ITU-T X.690) of a certificate.
const BOOLEAN = 0x01;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const UTF8 = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;
/** Returns the DER tag of a numbered choice or optional member. */
const tagged = (number: number, isConstructed: boolean): number => (isConstructed ? 0xa0 : 0x80) + number;

/** DER-encoded object identifiers. */
const IDS = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  extendedKeyUsage: '551d25',
  serverAuth: '2b06010505070301',
  subjectAltName: '551d11',
} as const;

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const bytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
};

const objectId = (name: keyof typeof IDS): Buffer => der(OBJECT_ID, Buffer.from(IDS[name], 'hex'));
/** Formats a date with a two-digit year, as RFC 5280 requires until 2049. */
const time = (date: Date): Buffer =>
  der(
    UTC_TIME,
    Buffer.from(
      date
        .toISOString()
        .slice(2)
        .replaceAll(/[-:T]|\.\d+/g, ''),
    ),
  );
const nameOf = (text: string): Buffer => der(SEQUENCE, der(SET, der(SEQUENCE, objectId('commonName'), der(UTF8, Buffer.from(text)))));

const extension = (name: keyof typeof IDS, value: Buffer): Buffer =>
  der(SEQUENCE, objectId(name), der(BOOLEAN, Buffer.from([0xff])), der(OCTET_STRING, value));

/** Encodes an IP address as 4 or 16 bytes. */
const addressBytes = (address: string): Buffer => {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [start = '', end] = address.split('::');
  const groups = (part: string | undefined): string[] => (part ? part.split(':') : []);
  const missing = 8 - groups(start).length - groups(end).length;
  const all = [...groups(start), ...Array.from({ length: end === undefined ? 0 : missing }, () => '0'), ...groups(end)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
};

const alternativeName = (host: string): Buffer =>
  isIP(host) > 0 ? der(tagged(7, false), addressBytes(host)) : der(tagged(2, false), Buffer.from(host, 'ascii'));

const extensionsFor = (hosts: readonly string[]): Buffer =>
  der(
    tagged(3, true),
    der(
      SEQUENCE,
      // The certificate is not an authority for other certificates.
      extension('basicConstraints', der(SEQUENCE)),
      // Sets only the first of nine flags, "digital signature".
      extension('keyUsage', der(BIT_STRING, Buffer.from([7, 0x80]))),
      extension('extendedKeyUsage', der(SEQUENCE, objectId('serverAuth'))),
      extension('subjectAltName', der(SEQUENCE, ...hosts.map(alternativeName))),
    ),
  );

const pem = (label: string, bytes: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes)
    .toString('base64')
    .replaceAll(/.{64}(?!$)/g, '$&\n')}\n-----END ${label}-----\n`;

const DAY_MS = 86_400_000;

/**
 * Creates a self-signed certificate (RFC 5280) for these hosts, valid for a year. Some browsers reject certificates that are valid for
 * several years.
 */
export const createCertificate = (hosts: readonly string[], now = Date.now()): Certificate => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, objectId('ecdsaWithSha256'));
  const serial = randomBytes(16);
  // Makes the serial number positive, and its first byte not zero, as the encoding requires.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const name = nameOf('Local platform');
  const content = der(
    SEQUENCE,
    der(tagged(0, true), der(INTEGER, Buffer.from([2]))),
    der(INTEGER, serial),
    algorithm,
    name,
    der(SEQUENCE, time(new Date(now - DAY_MS)), time(new Date(now + 365 * DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensionsFor(hosts),
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = der(SEQUENCE, content, algorithm, der(BIT_STRING, Buffer.from([0]), signature));
  return { certificate: pem('CERTIFICATE', certificate), privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
};

/** Returns whether a certificate covers these hosts and stays valid for at least a week. */
export const isGoodFor = (certificate: string, hosts: readonly string[], now = Date.now()): boolean => {
  try {
    const read = new X509Certificate(certificate);
    return (
      Date.parse(read.validTo) > now + 7 * DAY_MS &&
      hosts.every((host) => (isIP(host) > 0 ? read.checkIP(host) : read.checkHost(host)) !== undefined)
    );
  } catch {
    return false;
  }
};
