import { compareNames } from '@platform-sdk/compatibility/compare/declarations';
import { writtenTypes } from '@platform-sdk/compatibility/compare/written-types';
import type { Declaration } from '@platform-sdk/compatibility/state/declarations';
import { expect, it } from 'vitest';

const declare = (name: string, signature: string, more: Partial<Declaration> = {}): Declaration => ({
  name,
  kind: name.includes('.') ? 'PropertySignature' : 'Interface',
  signature,
  optional: /^\w+\?:/.test(signature),
  deprecated: false,
  ...more,
});

const lines = (before: readonly Declaration[], after: readonly Declaration[], isWritten = true): readonly string[] =>
  compareNames(before, after, () => isWritten).map(({ name, level, message }) => `${level}: ${name} ${message}`);

const options = declare('Options', 'export interface Options');

it('a removed name with members is reported as a single breaking change', () => {
  expect(lines([options, declare('Options.a', 'a: string;')], [])).toEqual(['breaking: Options was removed']);
});

it('a removed option is breaking', () => {
  expect(lines([options, declare('Options.a', 'a?: string;')], [options])).toEqual(['breaking: Options.a was removed']);
});

it('a new required member is breaking only if callers create values of the type', () => {
  const after = [options, declare('Options.a', 'a: string;')];
  expect(lines([options], after)).toEqual(['breaking: Options.a is new and required']);
  expect(lines([options], after, false)).toEqual(['addition: Options.a is new']);
});

it('an option that becomes required is breaking, and a result that becomes required is an addition', () => {
  const [before, after] = [[declare('Options.a', 'a?: string;')], [declare('Options.a', 'a: string;')]];
  expect(lines(before, after)).toEqual(['breaking: Options.a is now always present']);
  expect(lines(before, after, false)).toEqual(['addition: Options.a is now always present']);
  expect(lines(after, before, false)).toEqual(['breaking: Options.a may now be absent']);
});

it('an additional value of a union is an addition for options and breaking for results', () => {
  const [before, after] = [[declare('Kind', "type Kind = 'a' | 'b';")], [declare('Kind', "type Kind = 'a' | 'b' | 'c';")]];
  expect(lines(before, after)[0]).toMatch(/^addition: Kind changed/);
  expect(lines(before, after, false)[0]).toMatch(/^breaking: Kind changed/);
  expect(lines(after, before)[0]).toMatch(/^breaking: Kind changed/);
});

it('an additional optional parameter is an addition, and an additional required parameter is breaking', () => {
  const call = (parameters: string): Declaration => declare('call', `call: (${parameters}) => void`, { kind: 'Function' });
  expect(lines([call('a: string')], [call('a: string, b?: () => void')])[0]).toMatch(/^addition/);
  expect(lines([call('a: string')], [call('a: string, b: string')])[0]).toMatch(/^breaking/);
  expect(lines([call('a: string')], [call('a: number')])[0]).toMatch(/^breaking/);
});

it('a default that changes to another number is breaking, but a reworded default is not', () => {
  const member = (defaultValue: string): Declaration => declare('Options.a', 'a?: number;', { defaultValue });
  expect(lines([member('30,000')], [member('10,000')])).toEqual(['breaking: Options.a changed its default from 30,000 to 10,000']);
  expect(lines([member('none')], [member('no limit')])).toEqual(['other: Options.a changed its default from none to no limit']);
});

it('a changed signature is not breaking if the old and the new type are assignable to each other', () => {
  const level = (newToOld: boolean, oldToNew: boolean, isWritten = true): unknown =>
    compareNames(
      [declare('A', 'type A = B;')],
      [declare('A', 'type A = C;')],
      () => isWritten,
      () => ({ newToOld, oldToNew }),
    )[0]?.level;
  expect([level(true, true), level(false, true), level(true, false)]).toEqual(['other', 'addition', 'breaking']);
  expect([level(false, true, false), level(true, false, false)]).toEqual(['breaking', 'addition']);
  expect(level(false, false)).toBe('breaking');
});

it('a deprecated name is reported', () => {
  expect(lines([options], [{ ...options, deprecated: true }])).toEqual(['other: Options is deprecated']);
});

it('types whose values callers write are the types of parameters, and the types inside them', () => {
  const found = writtenTypes([
    declare('create', 'create: (settings: Settings, listen: (event: Heard) => void) => Client', { kind: 'Function' }),
    declare('Settings', 'interface Settings'),
    declare('Settings.inner', 'inner?: Inner;'),
    declare('Settings.onEvent', 'onEvent?: (event: Seen) => void;'),
    declare('Client', 'interface Client'),
    declare('WalletGetInput', 'interface WalletGetInput'),
    declare('createLocal', 'createLocal: () => Local', { kind: 'Function' }),
    declare('handlers', 'handlers: (local: Local) => void', { kind: 'Function' }),
    declare('Local', 'interface Local'),
  ]);
  expect([...found].toSorted()).toEqual(['Inner', 'Settings', 'WalletGetInput']);
});
