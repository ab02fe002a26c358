/** Fills bytes with random values. */
export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => unknown;

/** Creates unguessable tokens and codes. */
export interface Secrets {
  /** Returns 32 random hexadecimal digits, grouped like a UUID. */
  secret(): string;
  /** Returns 6 random digits. The first is never zero, so `000000` is always wrong. */
  code(): string;
}

export const createSecrets = (fill: FillRandom): Secrets => {
  const random = (length: number): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(length);
    fill(bytes);
    return bytes;
  };
  return {
    secret() {
      const digits = [...random(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
    code: () => String(100_000 + (new DataView(random(4).buffer).getUint32(0) % 900_000)),
  };
};
