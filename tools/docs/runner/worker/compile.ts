/** Compiles a snippet to a function, and finds its lines in stack traces. */
import { joinPieces, type Place } from '../program.ts';

export interface Compiled {
  /** The modules that the snippet imports, without imports of types. */
  readonly imported: readonly string[];
  readonly run: (modules: ReadonlyMap<string, object>) => Promise<unknown>;
  readonly places: readonly (Place | undefined)[];
}

type Body = (require: (name: string) => object, exports: object) => Promise<unknown>;

const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => Body;

/** Returns the number of lines that an engine adds before the body of a function from a string. */
const linesBefore = (): number => {
  const marked = new AsyncFunction('a', 'b', 'marked').toString();
  return marked.slice(0, marked.indexOf('marked')).split('\n').length - 1;
};

/** Compiles the pieces of a snippet. Throws a `SyntaxError` that names the line. */
export const compile = async (pieces: readonly string[]): Promise<Compiled> => {
  const { transform } = await import('sucrase');
  const { text, places } = joinPieces(pieces);
  let code: string;
  try {
    ({ code } = transform(text, { transforms: ['typescript', 'imports'], preserveDynamicImport: false, disableESTransforms: true }));
  } catch (error) {
    throw new SyntaxError(withoutLine(error as Error, places));
  }
  const imported = [...code.matchAll(/\brequire\('([^']+)'\)/g)].map(([, name = '']) => name);
  const body = new AsyncFunction('require', 'exports', code);
  const run: Compiled['run'] = (modules) =>
    body((name) => {
      const found = modules.get(name);
      if (!found) throw new Error(`The page has no module ${name}. Run this snippet on your machine.`);
      return found;
    }, {});
  return { imported, run, places };
};

/** Replaces the line of the joined program with the editor's line. */
const withoutLine = (error: Error, places: Compiled['places']): string =>
  error.message.replace(/^Error transforming [^:]*: /, '').replace(/ \((\d+):(\d+)\)$/, (_, line: string, column: string) => {
    const place = places[Number(line) - 1];
    return place ? ` (line ${place.line + 1}, column ${column})` : '';
  });

const stackOf = (error: unknown): string => {
  try {
    return error instanceof Error ? String(error.stack) : '';
  } catch {
    // Reading a proxy may throw.
    return '';
  }
};

/** Returns the lines of a snippet in the stack of an error, the innermost first: `line 4`, or `line 2, beforehand`. */
export const linesOf = (error: unknown, places: Compiled['places'], pieces: number): readonly string[] => {
  const stack = stackOf(error);
  const before = linesBefore();
  return [...stack.matchAll(/(?:<anonymous>|AsyncFunction):(\d+):\d+/g)].flatMap(([, line]) => {
    const place = places[Number(line) - 1 - before];
    return place ? [`line ${place.line + 1}${place.piece === pieces - 1 ? '' : ', beforehand'}`] : [];
  });
};
