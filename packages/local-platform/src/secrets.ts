import { refuse } from './refusal.ts';
import type { World } from './world.ts';

/** Fills bytes with random values. */
export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => unknown;

/** What nobody can guess: tokens and codes. */
export interface Secrets {
  /** Returns 32 random hexadecimal digits, in the groups of a UUID. */
  secret(): string;
  /** Returns 6 random digits. The first is no zero, so that `000000` is always wrong. */
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

/** How often one code may be tried. */
const MAX_ATTEMPTS = 10;

/** Wrong attempts by code and by what it is for. */
const attemptRecords = (): Map<string, number> => new Map();

/** Rejects a wrong code. After 10 attempts the code itself is rejected: another has to be sent. */
export const checkCode = (world: World, purpose: string, field: string, given: string, expected: string | undefined): void => {
  const attempts = world.records(attemptRecords);
  const key = `${purpose} ${expected}`;
  const count = attempts.get(key) ?? 0;
  if (count >= MAX_ATTEMPTS) refuse(422, 'TOO_MANY_ATTEMPTS', 'The code was tried too often. Request another one.', { field });
  if (given === expected) return void attempts.delete(key);
  attempts.set(key, count + 1);
  refuse(422, 'INVALID_CODE', 'The code is wrong.', { field });
};
