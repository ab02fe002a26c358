type Members = Record<string, unknown>;

/** These come whole, and may come again. */
const WHOLE = new Set(['role', 'id', 'type', 'name']);

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Adds a part to what came before it: texts grow, parts of lists are found by their index, and all else is what came last. */
export const mergeDelta = (whole: Members, part: unknown): void => {
  for (const [name, value] of Object.entries(part ?? {}) as [string, unknown][]) {
    // It would not become a member, but what the members come from.
    if (name === '__proto__') continue;
    const held = Object.hasOwn(whole, name) ? whole[name] : undefined;
    if (Array.isArray(value)) mergeList(Array.isArray(held) ? held : (whole[name] = []), value);
    else if (typeof value === 'string' && typeof held === 'string' && !WHOLE.has(name)) whole[name] = held + value;
    else if (isMembers(value)) mergeDelta(isMembers(held) ? held : (whole[name] = {}), value);
    else if (held === undefined || (value !== null && (value !== '' || held === null))) whole[name] = value;
  }
};

/** The parts of lists, by their index: there may be many. */
const places = new WeakMap<unknown[], Map<unknown, Members>>();

const mergeList = (whole: unknown[], parts: readonly unknown[]): void => {
  let known = places.get(whole);
  if (!known) places.set(whole, (known = new Map<unknown, Members>()));
  for (const part of parts) {
    const index = isMembers(part) ? part['index'] : undefined;
    const held = known.get(index);
    if (held) {
      mergeDelta(held, part);
      continue;
    }
    const copy: unknown = structuredClone(part);
    whole.push(copy);
    if (index !== undefined) known.set(index, copy as Members);
  }
};
