/** Finds the types whose values callers write, such as options. Callers only read the values of all other types. */
import type { Declaration } from '../state/declarations.ts';

const CALLABLE = new Set(['Function', 'Method', 'MethodSignature', 'Constructor', 'ConstructSignature', 'CallSignature']);

const namesIn = (code: string): readonly string[] => code.match(/\b[A-Z]\w*/g) ?? [];

/** Removes the parameters of callbacks: callers read their values. */
const withoutCallbacks = (code: string): string => code.replaceAll(/\([^()]*\)\s*=>/g, '');

/** Returns the code between the first parenthesis of a signature and its partner. */
export const parametersIn = (signature: string): string => {
  const start = signature.indexOf('(');
  let depth = 0;
  for (let position = start; position >= 0 && position < signature.length; position++) {
    if (signature[position] === '(') depth++;
    if (signature[position] === ')' && --depth === 0) return signature.slice(start + 1, position);
  }
  return '';
};

/** Returns the names of types in parameters, and of the types inside them. */
export const writtenTypes = (declarations: readonly Declaration[]): ReadonlySet<string> => {
  const members = Map.groupBy(declarations, ({ name }) => name.split('.')[0] ?? '');
  const found = new Set<string>();
  const made = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const { kind, signature } of members.get(name) ?? [])
      if (!CALLABLE.has(kind)) for (const inner of namesIn(withoutCallbacks(signature))) add(inner);
  };
  for (const { name, kind, signature } of declarations) {
    if (CALLABLE.has(kind)) for (const inner of namesIn(withoutCallbacks(parametersIn(signature)))) add(inner);
    // Programs get these values from factories, and only pass them on.
    if (kind === 'Function' && name.startsWith('create')) made.add(name.slice('create'.length));
    // The types of clients are mapped types, so the inputs of their methods are not in a signature.
    if (/^\w*(?:Input|Options)$/.test(name)) add(name);
  }
  return new Set([...found].filter((name) => !made.has(name)));
};
