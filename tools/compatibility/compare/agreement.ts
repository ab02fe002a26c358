/** Compares our changes of contracts with the changes that api-smart-diff, the other program, finds in the OpenAPI documents. */
import type { Change, Level, Part } from './change.ts';
import type { DocumentChange } from './documents.ts';

/** One line of the comparison: our level for a change, and the level of the other program. */
export interface Row {
  readonly key: string;
  readonly package: string;
  readonly own?: Level;
  readonly foreign?: Level;
  /** The sentences in which both programs describe the change. */
  readonly details: readonly string[];
  /** True if the OpenAPI document has one entry for two operations, and our comparison found the change in the other operation. */
  readonly isShared: boolean;
}

/** The settings that OpenAPI documents contain. */
const VISIBLE_SETTINGS = new Set(['cacheSeconds', 'errors']);
const INVISIBLE_PARTS = new Set<Part>(['type', 'default', 'deprecation']);

const ORDER: readonly Level[] = ['other', 'addition', 'breaking'];
const strongest = (levels: readonly Level[]): Level | undefined =>
  levels.toSorted((one, other) => ORDER.indexOf(other) - ORDER.indexOf(one))[0];

/** Returns the last name of a path such as `data[].wallet{}`. */
export const leafOf = (field: string): string =>
  field
    .replaceAll(/\[\]|\{\}|\.?\([^)]*\)/g, '')
    .split('.')
    .at(-1) ?? '';

/** Returns true if an OpenAPI document can show the change. A document only describes a missing response in prose. */
const isVisible = ({ part, field }: Change): boolean =>
  !INVISIBLE_PARTS.has(part) && (part !== 'setting' || VISIBLE_SETTINGS.has(field ?? '')) && (part !== 'output' || field !== '');

/** Returns a row for each change that at least one program found. */
export const rowsOf = (own: readonly Change[], foreign: readonly DocumentChange[]): readonly Row[] => {
  const ours = own.filter(isVisible).map((each) => ({ key: `${each.subject} ${each.part} ${leafOf(each.field ?? '')}`.trim(), each }));
  const others = foreign.flatMap((each) => {
    const key = `${each.subject} ${each.part} ${each.field}`.trim();
    // If a complete body appears or disappears, the other program reports one change for all of its fields.
    const fields = each.field === '' ? ours.filter((mine) => mine.key.startsWith(`${key} `)) : [];
    const isListed = fields.length === 0 || ours.some((mine) => mine.key === key);
    return isListed ? [{ key, each }] : fields.map((mine) => ({ key: mine.key, each }));
  });
  return [...new Set([...ours, ...others].map(({ key }) => key))].toSorted().map((key): Row => {
    const [mine, found] = [ours.filter((each) => each.key === key), others.filter((each) => each.key === key)];
    const [one, other] = [strongest(mine.map(({ each }) => each.level)), strongest(found.map(({ each }) => each.level))];
    return {
      key,
      package: (mine[0] ?? found[0])?.each.package ?? '',
      ...(one && { own: one }),
      ...(other && { foreign: other }),
      isShared: found.some(
        ({ each }) => each.isShared && ours.some((change) => change.key === `${change.each.subject} ${each.part} ${each.field}`.trim()),
      ),
      details: [...mine.map(({ each }) => each.message), ...found.map(({ each }) => each.path)],
    };
  });
};

/**
 * Returns the reason why the two levels of a row may differ, or `unexplained`. Undefined if the levels are equal. `hasOwnForm` returns true
 * if a function converts the responses of an operation. The result then has other fields than the response.
 */
export const differenceIn = (row: Row, hasOwnForm: (operation: string) => boolean): string | undefined => {
  const { key, own, foreign, details, isShared } = row;
  if (own === foreign) return undefined;
  const [operation = '', part = '', field = ''] = key.split(' ');
  if (part === 'output' && hasOwnForm(operation)) return REASONS.ownForm;
  if (part === 'output' && (ENVELOPE.has(field) || details.every((detail) => RELATED.test(detail)))) return REASONS.envelope;
  if (own === undefined && isShared) return REASONS.shared;
  if (own === undefined) return details.every((detail) => detail.includes('x-extensible-enum')) ? REASONS.order : 'unexplained';
  if (foreign === undefined) return 'unexplained';
  if (foreign === 'other') return REASONS.extension;
  if (foreign === 'addition') return own === 'breaking' ? REASONS.openWorld : REASONS.bounds;
  if (own === 'other' && part === 'output') return REASONS.bounds;
  if (details.some((detail) => detail.includes('x-extensible-enum'))) return REASONS.extension;
  return details.some((detail) => MORE_KINDS.test(detail)) ? REASONS.kinds : 'unexplained';
};

/** The fields of a JSON:API response that enclose the result. */
const ENVELOPE = new Set(['data', 'attributes', 'relationships', 'included', 'meta']);

/** Matches a change in a related resource. Our comparison reports it for the operations of that resource. */
const RELATED = /\/included\/| resources in `/;

/** Matches our message for a value that may now have more types. */
const MORE_KINDS = /^changed the type from \w+ to \w+ or /;

const REASONS = {
  ownForm: 'A function of the contract reads this response, and its result has other fields.',
  envelope: 'The field belongs to the envelope of the response or to a related resource, not to the result itself.',
  shared: 'OpenAPI has one entry for two operations, and the change belongs to the other.',
  order: 'The order of known values changed.',
  extension: 'The other program cannot judge our extensions of OpenAPI, or the names of operations.',
  openWorld: 'The other program expects tolerant services and readers, which ignore unknown fields and survive missing values.',
  bounds: 'The bounds of a result are not part of its type.',
  kinds: 'The other program compares the only former kind of a value with the first of several kinds.',
} as const;
