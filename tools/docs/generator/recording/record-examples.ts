/** Runs the examples of operations. Returns the requests, the responses and the output of each example. */
import { readdir } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { root } from '@platform-sdk/build/workspace';
import { exampleProgram, type ExampleProgram } from './example-program.ts';
import { takeExchanges, type Exchange } from './exchanges.ts';
import { fixValues } from './fixed-values.ts';

/** An example of an operation, and its run. */
export interface RecordedExample extends ExampleProgram {
  readonly exchange: Exchange;
  readonly printed: string;
}

const examplesFolder: string = join(root, 'docs/examples');

const recorded = pathToFileURL(join(import.meta.dirname, 'recorded-local-platform.ts')).href;

/** Makes examples load as whole programs, and replaces their local platform by a platform that records. */
const recordLocalPlatform = (): (() => void) => {
  const examples = `${pathToFileURL(examplesFolder).href}/`;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '@platform-sdk/local-platform' && context.parentURL?.startsWith(examples)
        ? { url: recorded, shortCircuit: true }
        : next(specifier, context),
    load(url, context, next) {
      if (!url.startsWith(examples)) return next(url, context);
      const { preamble, call } = exampleProgram(fileURLToPath(url));
      return { format: 'module-typescript', source: `${preamble}\n\n${call}`, shortCircuit: true };
    },
  });
  return () => hooks.deregister();
};

/** Returns the file of each operation that has an example. The folder is named after the service, and the file after the method. */
export const exampleFiles = async (prefixOf: (service: string) => string): Promise<Map<string, string>> => {
  const names = await readdir(examplesFolder, { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => join(examplesFolder, name));
  return new Map(
    files.map((file) => {
      const [service = '', method = ''] = relative(examplesFolder, file).split(sep);
      return [`${prefixOf(service)}.${method.replace(/\.ts$/, '')}`, file];
    }),
  );
};

/** Runs the examples one after another. */
export const recordExamples = async (files: ReadonlyMap<string, string>): Promise<Map<string, RecordedExample>> => {
  const stop = recordLocalPlatform();
  const found = new Map<string, RecordedExample>();
  try {
    for (const [operation, file] of files) found.set(operation, await recordExample(operation, file));
  } finally {
    stop();
  }
  return found;
};

const recordExample = async (operation: string, file: string): Promise<RecordedExample> => {
  const lines: string[] = [];
  const { log } = console;
  const release = fixValues();
  console.log = (...values: readonly unknown[]) => void lines.push(values.map(printable).join(' '));
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    throw new Error(`The example of ${operation} failed: ${file}`, { cause: error });
  } finally {
    console.log = log;
    release();
  }
  const exchange = (await takeExchanges()).findLast((each) => each.operation === operation);
  if (!exchange) throw new Error(`The example of ${operation} sends no request of it: ${file}`);
  return { ...exampleProgram(file), exchange, printed: lines.join('\n') };
};

const printable = (value: unknown): string =>
  typeof value === 'string' ? value : inspect(value, { depth: 4, breakLength: 100, maxArrayLength: 5, maxStringLength: 200 });
