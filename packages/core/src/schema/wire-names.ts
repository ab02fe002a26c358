/** Names of a deployment for fields that the API specification does not show: dotted working name to the wire name of its last part. */
export type Renames = Readonly<Record<string, string>>;

type Members = Record<string, unknown>;

/** Renames fields of a document to the names on the wire, or back to the local ones, also within arrays. */
export const rename = (document: unknown, renames: Renames, to: 'local' | 'wire'): unknown =>
  Object.entries(renames)
    // A wrapper is renamed after what is in it, and first on the way back.
    .toSorted(([one], [other]) => (to === 'wire' ? other.length - one.length : one.length - other.length))
    .reduce((result, [localName, wireName]) => {
      const path = localName.split('.');
      const last = path.pop() ?? '';
      return at(result, path, to === 'wire' ? last : wireName, to === 'wire' ? wireName : last);
    }, document);

const at = (place: unknown, path: readonly string[], from: string, to: string): unknown => {
  if (Array.isArray(place)) return place.map((item) => at(item, path, from, to));
  if (typeof place !== 'object' || place === null) return place;
  const [head = from, ...tail] = path;
  const { [head]: value, ...rest } = place as Members;
  if (value === undefined) return place;
  return path.length > 0 ? { ...place, [head]: at(value, tail, from, to) } : { ...rest, [to]: value };
};
