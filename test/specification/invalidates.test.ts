import { expect, it } from 'vitest';
import { readInputs, readMethods } from './stale-responses/reads.ts';
import { drawnInputs, writeMethods } from './stale-responses/writes.ts';

const namesOf = (methods: readonly { readonly name: string }[]): string[] => methods.map(({ name }) => name);

it('every write has an input that tests its `invalidates`', () => {
  expect(
    namesOf(writeMethods).filter((name) => !(name in drawnInputs)),
    'step 3: add an input to test/specification/stale-responses/writes.ts',
  ).toEqual([]);
});

it('every read with required fields outside its path has an input that tests the `invalidates` of writes', () => {
  const needsInput = readMethods.filter(({ operation: { input, path } }) =>
    Object.entries(input.properties ?? {}).some(([field, { optional }]) => !optional && !path.includes(`{${field}}`)),
  );
  expect(needsInput.length).toBeGreaterThan(3);
  expect(
    namesOf(needsInput).filter((name) => !(name in readInputs)),
    'step 3: add an input to test/specification/stale-responses/reads.ts',
  ).toEqual([]);
});

it('every write declares `invalidates`, even if the list is empty', () => {
  expect(
    namesOf(writeMethods.filter(({ operation }) => !operation.invalidates)),
    'step 1: add `invalidates`, the paths of the reads that the write outdates, or an empty list',
  ).toEqual([]);
});

it('the `invalidates` of every billed operation contains the wallets', () => {
  const billed = writeMethods.filter(({ operation }) => operation.billed);
  expect(billed.length).toBeGreaterThan(5);
  expect(namesOf(billed.filter(({ operation }) => !operation.invalidates?.includes('/wallets')))).toEqual([]);
});

it('no read declares `invalidates`', () => {
  expect(namesOf(readMethods.filter(({ operation }) => operation.invalidates))).toEqual([]);
});
