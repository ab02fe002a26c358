import type { SchemaData } from '@platform-sdk/core/contract';

/** Called with each secret of a response. Returns its replacement. */
export type ReplaceSecret = (secret: string, path: readonly string[]) => unknown;

/** Returns whether an undocumented field contains a secret, according to the names of the field and of the enclosing objects. */
export type IsSecretPath = (path: readonly string[]) => boolean;

const SECRET_NAME = /token$|secret(?!s?_?(?:id|name))|passw|authorization|(?:api|secret|private)[-_]?key$/i;
const isNamedSecret: IsSecretPath = (path) => SECRET_NAME.test(path.at(-1) ?? '');

/**
 * Copies a response without its secrets. Secrets are fields that the contract marks, and undocumented fields that are named like secrets.
 * The copy also contains linked resources, which are not enumerable in a response.
 */
export const replaceSecrets = (
  value: unknown,
  schema: SchemaData | undefined,
  replace: ReplaceSecret,
  isSecretPath: IsSecretPath = isNamedSecret,
): unknown => {
  const isSecret = (text: string, kind: SchemaData | undefined, path: readonly string[]): boolean => {
    // A field whose type differs from the contract counts as undocumented.
    const described = [kind, ...(kind?.anyOf ?? [])].find((each) => each?.type === 'string');
    return text !== '' && (described === undefined ? isSecretPath(path) : described.secret === true);
  };
  const copy = (found: unknown, kind: SchemaData | undefined, path: readonly string[]): unknown => {
    if (typeof found === 'string') return isSecret(found, kind, path) ? replace(found, path) : found;
    if (typeof found !== 'object' || found === null) return found;
    const parts = partsOf(kind);
    if (Array.isArray(found)) return found.map((item) => copy(item, parts.items, path));
    const links = Object.entries(parts.properties).flatMap(([name, { related }]) => (related && name in found ? [name] : []));
    const names = [...new Set([...Object.keys(found), ...links])];
    return Object.fromEntries(
      names.map((name) => {
        const inner = Object.hasOwn(parts.properties, name) ? parts.properties[name] : parts.values;
        return [name, copy((found as Record<string, unknown>)[name], inner, [...path, name])];
      }),
    );
  };
  return copy(value, schema, []);
};

interface Parts {
  readonly properties: Readonly<Record<string, SchemaData>>;
  readonly items: SchemaData | undefined;
  /** The schema of the values of a record. If undefined, the names of its fields determine which values are secret. */
  readonly values: SchemaData | undefined;
}

/** Returns the parts of a schema. A value of several kinds has the parts of all kinds. */
const partsOf = (schema: SchemaData | undefined): Parts => {
  const kinds = [schema, ...(schema?.anyOf ?? [])];
  return {
    properties: Object.assign({}, ...kinds.map((kind) => kind?.properties)) as Parts['properties'],
    items: kinds.map((kind) => kind?.items ?? kind?.related).find(Boolean),
    values: kinds.map((kind) => kind?.values).find((each) => each?.properties ?? each?.items ?? each?.values),
  };
};

/** Returns true if a response with this schema contains a secret. */
export const containsSecret = (schema: SchemaData): boolean => {
  const { properties, items, values } = partsOf(schema);
  return schema.secret === true || [...Object.values(properties), items, values].some((part) => part !== undefined && containsSecret(part));
};
