import { membersOf } from '@platform-sdk/core/internal';
import { isSample, type CallChoices, type Input, type NoResponse, type Sample } from './caller.ts';
import { similarity, spellingsOf, synonymsOf } from './names.ts';
import { recordOf, type RunState } from './run-state.ts';
import { isFieldName } from './withhold.ts';

/** The statuses with which services reject a missing or invalid field. */
const REJECTED: readonly number[] = [400, 422];
const MAX_CANDIDATES = 12;
const LIKE = 0.6;

/**
 * Sends a request whose field names may be undocumented. If the response is 400 or 422, repeats the request with other spellings, synonyms
 * and names from the error body. Records a name only after the service has accepted a request with it.
 */
export const sendWithNames = async (run: RunState, name: string, input: Input, how: CallChoices = {}): Promise<Sample | NoResponse> => {
  const { named } = recordOf(run, name);
  const known = run.requestRenames.get(name);
  const first = await run.call(named, input, { ...how, ...(known && { renames: known }) });
  if (!isSample(first) || !REJECTED.includes(first.status)) return first;
  for (const [place, other] of candidates(named.operation.body?.at ?? [], input, named.operation.undocumented ?? {}, first.document)) {
    if (run.signal.aborted) return first;
    const renames = { ...known, [place]: other };
    const next = await run.call(named, input, { ...how, renames });
    if (!isSample(next) || next.status >= 300) continue;
    run.requestRenames.set(name, renames);
    recordOf(run, name).requestNames.set(place, { verdict: 'refuted', found: other });
    return next;
  }
  return first;
};

type Candidate = readonly [place: string, name: string, score: number];

/** Returns alternatives for the undocumented names of a request, most likely first. */
const candidates = (at: readonly string[], input: Input, undocumented: object, rejection: unknown): Candidate[] => {
  const mentioned = wordsIn(rejection);
  const wrappers = at.map((name, index) => [name, at.slice(0, index + 1).join('.')] as const);
  const fields = Object.keys(input).map((field) => [field, [...at, field].join('.')] as const);
  const found = [...wrappers, ...fields].flatMap(([field, place]) => {
    if (!(place in undocumented)) return [];
    const alike = mentioned
      .filter((word) => word !== field && !(word in input))
      .map((word) => [place, word, similarity(field, word)] as const)
      .filter(([, , score]) => score >= LIKE);
    return [...alike, ...[...spellingsOf(field), ...synonymsOf(field)].map((word) => [place, word, LIKE] as const)];
  });
  return found.toSorted((one, other) => other[2] - one[2]).slice(0, MAX_CANDIDATES);
};

/** Returns words of an error body that can be field names. They can be in pointers, paths or sentences. */
const wordsIn = (value: unknown): string[] => {
  if (typeof value === 'string')
    return [...new Set(value.split(/[^\w-]+/))].filter((word) => word.length > 1 && isFieldName(word)).slice(0, 50);
  if (Array.isArray(value)) return value.slice(0, 20).flatMap(wordsIn);
  return Object.values(membersOf(value)).flatMap(wordsIn);
};
