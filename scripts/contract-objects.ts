import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

/** Returns the exported names of a module next to another one. */
async function namesIn(path: string, from: string): Promise<readonly string[]> {
  const module = (await import(pathToFileURL(join(dirname(path), from)).href)) as object;
  return Object.keys(module);
}

/** Returns an object with all exports of a module: a module as a value takes more of a bundle. */
const objectOf = (module: string, names: readonly string[]): string =>
  `{ ${names.map((name) => `${name}: ${module}.${name}`).join(', ')} }`;

/** Returns a contract's source with objects in place of its modules. */
export async function withObjects(path: string, source: string): Promise<string> {
  let text = source;
  for (const [whole, name = '', from = ''] of source.matchAll(/^export \* as (\w+) from '(.+)';$/gm)) {
    const object = objectOf(`${name}$`, await namesIn(path, from));
    text = text.replace(whole, () => `import * as ${name}$ from '${from}'; export const ${name} = ${object};`);
  }
  return text;
}

/** Returns a client's source with an object in place of its whole contract. */
export async function withContractObject(path: string, source: string): Promise<string> {
  const from = /^import \* as contract from '(.+)';$/m.exec(source)?.[1];
  if (from === undefined) return source;
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const wholes = new Set<number>();
  const others = new Set<number>();
  new Visitor({
    MemberExpression: ({ object }) => void others.add(object.start),
    ImportNamespaceSpecifier: ({ local }) => void others.add(local.start),
    TSTypeQuery: ({ exprName }) => void others.add(exprName.start),
    TSQualifiedName: ({ left }) => void others.add(left.start),
    Identifier: ({ name, start }) => void (name === 'contract' && wholes.add(start)),
  }).visit(program);
  const object = objectOf('contract', await namesIn(path, from));
  let text = source;
  for (const start of [...wholes].filter((each) => !others.has(each)).toReversed())
    text = `${text.slice(0, start)}${object}${text.slice(start + 'contract'.length)}`;
  return text;
}
