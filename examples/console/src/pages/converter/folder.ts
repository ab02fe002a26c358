/** A folder in an archive. */
export interface Folder {
  readonly folders: readonly { readonly name: string; readonly folder: Folder }[];
  readonly files: readonly { readonly name: string; readonly path: string }[];
}

/** Merges a folder with its only subfolder, as in `guide/output`. */
const joined = (name: string, folder: Folder): Folder['folders'][number] => {
  const [only, another] = folder.folders;
  return only && !another && folder.files.length === 0 ? { name: `${name}/${only.name}`, folder: only.folder } : { name, folder };
};

/** Converts the paths of an archive to a tree of folders. */
export const folderOf = (paths: readonly string[], above = ''): Folder => {
  const names = paths.map((path) => ({ path, parts: path.slice(above.length).split('/') }));
  const inside = Map.groupBy(
    names.filter(({ parts }) => parts.length > 1),
    ({ parts }) => parts[0] ?? '',
  );
  return {
    folders: [...inside].map(([name, each]) =>
      joined(
        name,
        folderOf(
          each.map(({ path }) => path),
          `${above}${name}/`,
        ),
      ),
    ),
    files: names.flatMap(({ path, parts: [name = '', ...more] }) => (more.length === 0 && name !== '' ? [{ name, path }] : [])),
  };
};
