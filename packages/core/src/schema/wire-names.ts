/** The wire names of a deployment. Maps the dotted path of a field, such as `data.attributes.note`, to its name on the wire, such as `label`. */
export type Renames = Readonly<Record<string, string>>;

/**
 * Renames fields of a document to the wire names, or back to the local names, also within arrays. Renames all fields of an object at
 * once, because two fields may swap their names. A renamed field replaces a field that already has its new name.
 */
export const rename = (document: unknown, renames: Renames, to: 'local' | 'wire'): unknown => {
  const paths = Object.keys(renames);
  const names = new Map(
    Object.entries(renames).map(([path, wireName]) => {
      const start = path.lastIndexOf('.') + 1;
      return to === 'wire' ? [path, wireName] : [path.slice(0, start) + wireName, path.slice(start)];
    }),
  );

  /** `prefix` is the local path of `place` with a dot at its end; empty for the whole document. */
  const walk = (place: unknown, prefix: string): unknown => {
    if (Array.isArray(place)) return place.map((item) => walk(item, prefix));
    if (typeof place !== 'object' || place === null || !paths.some((path) => path.startsWith(prefix))) return place;
    const kept: [string, unknown][] = [];
    const renamed: typeof kept = [];
    for (const [key, value] of Object.entries(place)) {
      const name = value === undefined ? undefined : names.get(prefix + key);
      const inner = walk(value, `${prefix}${to === 'wire' ? key : (name ?? key)}.`);
      (name === undefined ? kept : renamed).push([name ?? key, inner]);
    }
    return Object.fromEntries([...kept, ...renamed]);
  };

  return walk(document, '');
};
