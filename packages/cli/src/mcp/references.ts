import type { SchemaData } from '@platform-sdk/core/contract';
import { createScrub, holdsSecret, inputError, isMembers, type Scrub } from '@platform-sdk/core/internal';
import { mapStrings } from '../map-strings.ts';
import type { InputField } from '../operations/fields.ts';
import { replaceSecrets } from '../operations/secrets.ts';

export type Input = Readonly<Record<string, unknown>>;

/** Hides secrets from the model. The model receives references such as `secret://1/accessToken`, and can pass them in an input. */
export interface References {
  /** Returns a copy of a result, with references instead of secrets. */
  readonly hide: (value: unknown, schema?: SchemaData) => unknown;
  /** Returns a copy of a string or a JSON value, without the secrets of earlier results and the server's own credentials. */
  readonly scrub: <Value>(value: Value) => Value;
  /** Returns a copy of an input, with secrets instead of references. Throws if a field must not contain a secret. */
  readonly resolve: (input: Input, fields: readonly InputField[]) => Input;
}

export const isReference = (value: unknown): value is string => typeof value === 'string' && /^secret:\/\/\d+\/[\w.-]*$/.test(value);

/** Creates the references of one client. `credentials` returns the server's own credentials, which are hidden too. */
export const createReferences = (credentials: () => readonly string[]): References => {
  const byValue = new Map<string, string>();
  const byReference = new Map<string, string>();

  const referTo = (secret: string, path: readonly string[]): string => {
    const reference = byValue.get(secret) ?? `secret://${byValue.size + 1}/${(path.at(-1) ?? '').replaceAll(/[^\w.-]/g, '_')}`;
    byValue.set(secret, reference);
    byReference.set(reference, secret);
    return reference;
  };

  /** Creates the function that removes all secrets known so far from a string. */
  const scrubNow = (): Scrub => createScrub([...byValue.keys(), ...credentials()]);

  const resolved = (value: unknown, path: readonly string[], fields: readonly InputField[]): unknown => {
    if (isReference(value)) return secretFor(value, path.join('.'), fields);
    if (Array.isArray(value)) return value.map((item) => resolved(item, path, fields));
    if (!isMembers(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, [...path, key], fields)]));
  };

  /** Returns the secret of a known reference. Throws unless the field is secret: a response could repeat other fields in another form. */
  const secretFor = (reference: string, name: string, fields: readonly InputField[]): string => {
    const allowed = fields.filter(({ isSecret }) => isSecret).map(({ path }) => path.join('.'));
    if (!allowed.includes(name)) {
      const where = allowed.length > 0 ? `only ${allowed.join(' and ')} may contain it here` : 'no field of this operation may contain it';
      throw inputError(`${name} contains a reference to a secret: ${where}`, name);
    }
    const secret = byReference.get(reference);
    if (secret === undefined)
      throw inputError(`${name}: ${reference} is unknown. A reference is valid until this client disconnects`, name);
    return secret;
  };

  const scrub = <Value>(value: Value): Value => {
    const scrubText = scrubNow();
    return mapStrings(value, (text) => (isReference(text) ? text : (byValue.get(text) ?? scrubText(text))), scrubText) as Value;
  };

  return {
    hide: (value, schema) => scrub(replaceSecrets(value, schema, referTo, isSecretPath)),
    scrub,
    resolve: (input, fields) => resolved(input, [], fields) as Input,
  };
};

/** Returns whether an undocumented field is secret, by its name and the names of enclosing objects. Error bodies are redacted likewise. */
const isSecretPath = (path: readonly string[]): boolean => path.reduce((isWithin, name) => holdsSecret(name, isWithin), false);
