import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Returns the exported names of a module in the same folder. */
async function namesIn(path: string, from: string): Promise<readonly string[]> {
  const module = (await import(pathToFileURL(join(dirname(path), from)).href)) as object;
  return Object.keys(module);
}

/** Returns an object with all exports of a module, which is smaller in a bundle than the module itself. */
const objectOf = (module: string, names: readonly string[]): string =>
  `{ ${names.map((name) => `${name}: ${module}.${name}`).join(', ')} }`;

/** Returns a contract's source with objects instead of its modules. */
export async function withObjects(path: string, source: string): Promise<string> {
  let text = source;
  for (const [whole, name = '', from = ''] of source.matchAll(/^export \* as (\w+) from '(.+)';$/gm)) {
    const object = objectOf(`${name}$`, await namesIn(path, from));
    text = text.replace(whole, () => `import * as ${name}$ from '${from}'; export const ${name} = ${object};`);
  }
  return text;
}
