import { describe, expect, it } from 'vitest';
import { readMethods } from './stale-responses/reads.ts';
import { drawnInputs, writeMethods } from './stale-responses/writes.ts';

const namesOf = (methods: readonly { readonly name: string }[]): string[] => methods.map(({ name }) => name);

describe('invalidates', () => {
  it('`invalidates` is tested with an input for every write', () => {
    expect(
      namesOf(writeMethods).filter((name) => !(name in drawnInputs)),
      'step 3: add an input to test/specification/stale-responses/writes.ts',
    ).toEqual([]);
  });

  it('`invalidates` is declared by every write, even if it is empty', () => {
    expect(
      namesOf(writeMethods.filter(({ operation }) => !operation.invalidates)),
      'step 1: add `invalidates`, the paths of the reads that the write outdates, or an empty list',
    ).toEqual([]);
  });

  it('`invalidates` contains the wallets for every billed operation', () => {
    const billed = writeMethods.filter(({ operation }) => operation.billed);
    expect(billed.length).toBeGreaterThan(5);
    expect(namesOf(billed.filter(({ operation }) => !operation.invalidates?.includes('/wallets')))).toEqual([]);
  });

  it('`invalidates` is not declared by reads', () => {
    expect(namesOf(readMethods.filter(({ operation }) => operation.invalidates))).toEqual([]);
  });
});
