import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A statement that imports or exports names, as esbuild writes it. */
const STATEMENT = /^(import|export) \{([^}]*)\}(?: from "([^"]+)")?;$/gm;

/**
 * Moves the chunk of a built entry into the entry's file, which saves Node a file. The entry then also exports the internals of its
 * chunk, so the file that re-exports it must list the exports. Returns their names.
 */
export async function mergeEntry(folder: string, entry: string): Promise<readonly string[]> {
  const file = join(folder, `${entry}.js`);
  const built = await readFile(file, 'utf8');
  const statements = [...built.matchAll(STATEMENT)].map(([, kind, names = '', from]) => ({ kind, from, names: namesIn(names) }));
  const chunk = statements.find(({ from }) => from?.startsWith('./chunk-'))?.from;
  const code = built.replace(STATEMENT, '').replace(/^\/\/# .*$/m, '');
  if (chunk === undefined || code.trim() !== '') throw new Error(`${file} should only export the names of a chunk`);
  const exported = statements.filter(({ kind }) => kind === 'export').flatMap(({ names }) => names);
  const others = statements.filter(({ kind, from }) => kind === 'import' && from !== chunk);
  const added = others.flatMap(({ names, from }) =>
    names.map(({ local }) => `export { ${exported.find((each) => each.local === local)?.text ?? local} } from "${from}";`),
  );
  const foreign = new Set(others.flatMap(({ names }) => names.map(({ local }) => local)));
  const renamed = exported.find(({ local, name }) => local !== name && !foreign.has(local));
  if (renamed) throw new Error(`${file} exports ${renamed.local} of its chunk under another name`);
  await moveChunk(folder, chunk, entry, added);
  return exported.map(({ name }) => name);
}

function namesIn(list: string): { readonly text: string; readonly local: string; readonly name: string }[] {
  return list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      const [local = '', name = local] = text.split(' as ');
      return { text, local, name };
    });
}

/** Gives a chunk the name of its entry, in every file that imports it. */
async function moveChunk(folder: string, chunk: string, entry: string, added: readonly string[]): Promise<void> {
  const [from, to] = [join(folder, chunk), join(folder, `${entry}.js`)];
  const source = (await readFile(from, 'utf8')).replace(
    /\/\/# sourceMappingURL=.*/,
    [...added, `//# sourceMappingURL=${entry}.js.map`].join('\n'),
  );
  await rename(from, to);
  await rename(`${from}.map`, `${to}.map`);
  await writeFile(to, source);
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.js')) continue;
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    const moved = text.replaceAll(`${chunk.slice(1)}"`, `/${entry}.js"`);
    if (moved !== text) await writeFile(path, moved);
  }
}
