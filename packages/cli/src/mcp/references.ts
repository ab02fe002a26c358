import { createScrub, inputError, isMembers, holdsSecret } from '@platform-sdk/core/internal';
import type { SchemaData } from '@platform-sdk/core/contract';
import { unknownName } from '@platform-sdk/core/server';
import type { InputField } from '../operations/fields.ts';

/** Keeps secrets away from the model. It sees a reference, such as `secret://1/accessToken`, which an input may contain. */
export interface References {
  /** Returns a copy of a result with a reference for each secret. */
  readonly hide: (value: unknown, schema?: SchemaData) => unknown;
  /** Removes all known secrets from a text. */
  readonly hideText: (text: string) => string;
  /** Returns a copy of an input with the secrets that its references name. Throws if a field may not contain a secret. */
  readonly resolve: (input: Input, fields: readonly InputField[]) => Input;
}

export type Input = Readonly<Record<string, unknown>>;

const REFERENCE = /^secret:\/\/\d+\/[\w.-]*$/;
const MAX_DEPTH = 60;

/** Creates the references of one client. `credentials` returns secrets of the server itself, which also never reach the model. */
export const createReferences = (credentials: () => readonly string[]): References => {
  const byValue = new Map<string, string>();
  const byReference = new Map<string, string>();

  const referTo = (secret: string, name: string): string => {
    const known = byValue.get(secret);
    if (known !== undefined) return known;
    const reference = `secret://${byValue.size + 1}/${name.replace(/[^\w.-]/g, '_')}`;
    byValue.set(secret, reference);
    byReference.set(reference, secret);
    return reference;
  };

  /** The texts of a result may repeat a secret that an earlier result contained, even as a part of a sentence. */
  const hideText: References['hideText'] = (text) => {
    const known = byValue.get(text);
    return known ?? createScrub([...byValue.keys(), ...credentials()])(text);
  };

  const collect = (value: unknown, schema: SchemaData | undefined, name: string, isSecret: boolean, depth: number): unknown => {
    if (depth > MAX_DEPTH) return '[cut]';
    const fitting = kindFor(schema, value);
    if (typeof value === 'string') return value !== '' && (isSecret || fitting?.secret) ? referTo(value, name) : value;
    if (Array.isArray(value)) return value.map((item) => collect(item, fitting?.items ?? fitting?.related, name, isSecret, depth + 1));
    if (!isMembers(value)) return value;
    const members = { ...value, ...relatedMembers(value, fitting) };
    return Object.fromEntries(
      Object.entries(members).map(([key, inner]) => {
        const field = fitting?.properties && Object.hasOwn(fitting.properties, key) ? fitting.properties[key] : undefined;
        // A field that the contract does not describe is judged by its name.
        return [key, collect(inner, field ?? fitting?.values, key, field === undefined && holdsSecret(key, isSecret), depth + 1)];
      }),
    );
  };

  /** Hides the secrets that another field of the result repeats. */
  const repeated = (value: unknown): unknown => {
    if (typeof value === 'string') return REFERENCE.test(value) ? value : hideText(value);
    if (Array.isArray(value)) return value.map(repeated);
    return isMembers(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [hideText(key), repeated(inner)])) : value;
  };

  const resolved = (value: unknown, path: readonly string[], fields: readonly InputField[]): unknown => {
    if (typeof value === 'string' && REFERENCE.test(value)) return secretFor(value, path, fields);
    if (Array.isArray(value)) return value.map((item) => resolved(item, path, fields));
    if (!isMembers(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, [...path, key], fields)]));
  };

  /** A service could return a secret from another field in a form that nobody recognizes, such as reversed by a model. */
  const secretFor = (reference: string, path: readonly string[], fields: readonly InputField[]): string => {
    const name = path.join('.');
    const allowed = fields.filter(({ isSecret }) => isSecret).map((field) => field.path.join('.'));
    if (!allowed.includes(name)) {
      const where = allowed.length > 0 ? `of this operation, only ${allowed.join(' and ')} may contain it` : 'this operation takes none';
      throw inputError(`${name} contains a reference to a secret: ${where}`, name);
    }
    const secret = byReference.get(reference);
    if (secret === undefined)
      throw inputError(
        `${name}: ${unknownName(reference, [...byReference.keys()], 'references')}. A reference is valid until the server stops`,
        name,
      );
    return secret;
  };

  return {
    hide: (value, schema) => repeated(collect(value, schema, 'value', false, 0)),
    hideText,
    resolve: (input, fields) => resolved(input, [], fields) as Input,
  };
};

/** Returns the schema of a value of several kinds. */
const kindFor = (schema: SchemaData | undefined, value: unknown): SchemaData | undefined =>
  schema?.anyOf?.find(({ type }) => (Array.isArray(value) ? type === 'array' : type === typeof value)) ?? schema;

/** Returns the included resources of a relationship. They are not enumerable, so that programs do not print them. */
const relatedMembers = (value: Input, schema: SchemaData | undefined): Input =>
  Object.fromEntries(
    Object.entries(schema?.properties ?? {}).flatMap(([key, { related }]) =>
      related && value[key] !== undefined ? [[key, value[key]]] : [],
    ),
  );
