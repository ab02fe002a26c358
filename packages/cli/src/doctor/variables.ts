import type { BaseName } from '@platform-sdk/core';
import { BASES, readEmailPattern, urlVariable, variables as known, type Variables } from '../environment/variables.ts';
import { similarity } from '../drift/names.ts';
import { ok, problem, skipped, warning, type Check } from './check.ts';

/** Variables that must be set together. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['PLATFORM_USERNAME', 'PLATFORM_PASSWORD'],
  ['PLATFORM_PROJECT_PUBLIC_KEY', 'PLATFORM_PROJECT_SECRET_KEY'],
  ['PLATFORM_AGENT_USER_ID', 'PLATFORM_AGENT_SECRET_TOKEN'],
];

/** Checks the variables without sending a request. */
export const checkVariables = (given: Variables): Check[] => [
  ...checkNames(given),
  ...checkPairs(given),
  ...checkForms(given),
  ...checkKeys(given),
];

const isSet = (given: Variables, name: string): boolean => (given[name] ?? '').trim() !== '';

/** The credentials that most programs need, by the service that accepts them. */
const CREDENTIALS: readonly (readonly [BaseName, string])[] = [
  ['auth', 'PLATFORM_USERNAME'],
  ['memory', 'PLATFORM_MEMORY_TOKEN'],
  ['gateway', 'PLATFORM_GATEWAY_KEY'],
  ['analytics', 'PLATFORM_PROJECT_PUBLIC_KEY'],
];

const checkNames = (given: Variables): Check[] => {
  const found: Check[] = [];
  for (const name of Object.keys(given)) {
    if (!name.startsWith('PLATFORM_') || known.some((each) => each.name === name)) continue;
    const [likely] = known.map((each) => [each.name, similarity(name, each.name)] as const).toSorted((one, other) => other[1] - one[1]);
    const advice = likely && likely[1] >= 0.6 ? `Rename it to ${likely[0]}.` : 'Compare it with .env.example.';
    found.push(warning(name, 'the names of variables', 'nothing reads it', advice));
  }
  if (!isSet(given, 'PLATFORM_API_KEY'))
    found.push(problem('Api-Key', 'PLATFORM_API_KEY', 'not set', 'Set it to the public application identifier.'));
  const missing = BASES.filter((base) => base !== 'wallets' && !isSet(given, urlVariable(base)));
  if (missing.length === BASES.length - 1)
    found.push(problem('addresses', 'PLATFORM_..._URL', 'none is set', 'Set those of the services that you use.'));
  else if (missing.length > 0)
    found.push(skipped('addresses', missing.map(urlVariable).join(', '), 'not set', 'Set them to check these services.'));
  const unset = CREDENTIALS.filter(([base, name]) => isSet(given, urlVariable(base)) && !isSet(given, name)).map(([, name]) => name);
  if (unset.length > 0) found.push(skipped('credentials', unset.join(', '), 'not set', 'Set them to check them at their services.'));
  return [...found, ...checkAccounts(given)];
};

/** The variables that `drift --allow-accounts` needs. */
const ACCOUNTS = ['PLATFORM_USERNAME', 'PLATFORM_PASSWORD', 'PLATFORM_EMAIL'];

const checkAccounts = (given: Variables): Check[] => {
  const [name, missing] = ['accounts for drift', ACCOUNTS.filter((each) => !isSet(given, each))];
  if (missing.length > 0)
    return [skipped(name, missing.join(', '), 'not set', 'Set them for drift --allow-accounts: an account, and addresses for new ones.')];
  if (readEmailPattern(given) !== undefined) return [ok(name, ACCOUNTS.join(', '), 'set: drift --allow-accounts can register accounts')];
  return [warning(name, 'PLATFORM_EMAIL', 'it has no {name}', 'Write it with {name}, such as ada+{name}@example.org.')];
};

const checkPairs = (given: Variables): Check[] =>
  PAIRS.flatMap(([one, other]) => {
    if (isSet(given, one) === isSet(given, other)) return [];
    const [there, missing] = isSet(given, one) ? [one, other] : [other, one];
    return [problem(there, missing, 'not set', `Set ${missing} too, or neither.`)];
  });

/** Typical mistakes in a copied value: a pattern, a description and advice. */
const DAMAGES: readonly (readonly [RegExp, string, string])[] = [
  [/^(["']).*\1$/s, 'it is in quotes', 'Remove the quotes.'],
  [/^(?:bearer|basic)\s/i, 'it begins with the name of a scheme', 'Remove it: the clients add it.'],
  [/^<.*>$|^(?:your|my)[-_ ]|change[-_ ]?me|xxxx/i, 'it looks like a placeholder', 'Replace it with the real value.'],
  [/[\r\n]/, 'it has a line break', 'Remove the line break.'],
  [/^\s|\s$/, 'it has spaces around it', 'Remove the spaces.'],
  [/[^\x21-\x7e]/, 'it has characters that no header can hold', 'Copy it again.'],
];

const checkForms = (given: Variables): Check[] =>
  known
    .filter(({ name, isSecret }) => isSecret && isSet(given, name) && !/USERNAME|PASSWORD/.test(name))
    .flatMap(({ name }) => {
      const damage = DAMAGES.find(([pattern]) => pattern.test(given[name] ?? ''));
      return damage ? [problem(name, 'its form', damage[1], damage[2])] : [];
    });

/** Checks whether the two analytics keys were swapped. Their prefixes show their kind. */
const checkKeys = (given: Variables): Check[] => {
  const [publicKey = '', secretKey = ''] = [given['PLATFORM_PROJECT_PUBLIC_KEY'], given['PLATFORM_PROJECT_SECRET_KEY']];
  if (!publicKey.startsWith('sk-') && !secretKey.startsWith('pk-')) return [];
  return [problem('project keys', 'their form', 'the public key and the secret key are exchanged', 'Exchange the two variables.')];
};
