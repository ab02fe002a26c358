type Members = Record<string, unknown>;

/** The depth at which the example of a recursive schema ends. */
const DEEPEST = 20;
/** The maximum number of values in an example. All further values are null. */
const MAX_VALUES = 10_000;

const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Returns a simple example for a JSON Schema. Objects get only required properties. Strings and numbers come from the `question`. */
export const exampleOf = (schema: unknown, question: string): unknown => {
  const root = membersOf(schema);
  let left = MAX_VALUES;

  /** Resolves a local `$ref`. */
  const resolved = (given: Members): Members => {
    const { $ref: reference } = given;
    if (typeof reference !== 'string' || !reference.startsWith('#')) return given;
    const names = reference.split('/').slice(1);
    return membersOf(names.reduce<unknown>((found, name) => membersOf(found)[name.replaceAll('~1', '/').replaceAll('~0', '~')], root));
  };

  const objectFor = ({ properties, required }: Members, depth: number): Members =>
    Object.fromEntries(listOf(required).map((name) => [String(name), valueFor(membersOf(properties)[String(name)], depth + 1)]));

  const valueFor = (given: unknown, depth: number): unknown => {
    const own = resolved(membersOf(given));
    const { type, enum: known, const: fixed, default: preset, anyOf = own['oneOf'], items, minItems } = own;
    if (depth > DEEPEST || left-- <= 0) return null;
    if (fixed !== undefined || preset !== undefined) return fixed ?? preset;
    if (Array.isArray(known)) return (known as unknown[])[0];
    if (Array.isArray(anyOf)) return valueFor((anyOf as unknown[])[0], depth + 1);
    const first = Array.isArray(type) ? (type as unknown[])[0] : type;
    if (first === 'object') return objectFor(own, depth);
    if (first === 'array') return Array.from({ length: Math.min(Number(minItems ?? 0), DEEPEST) }, () => valueFor(items, depth + 1));
    if (first === 'boolean') return true;
    if (first === 'null') return null;
    return first === 'number' || first === 'integer' ? numberFor({ ...own, type: first }, question) : question;
  };

  return valueFor(root, 0);
};

/** Returns the first number in the question, or the nearest allowed number. */
const numberFor = ({ type, minimum = -Infinity, maximum = Infinity }: Members, question: string): number => {
  const number = Math.min(Math.max(Number.parseFloat(/-?\d+(?:\.\d+)?/.exec(question)?.[0] ?? '0'), Number(minimum)), Number(maximum));
  return type === 'integer' ? Math.trunc(number) : number;
};
