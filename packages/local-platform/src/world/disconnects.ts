import type { RequestLogEntry, OpenEntry } from './request-log.ts';
import type { World } from './state.ts';
import { transientStore } from '../state/store.ts';

/** Whose client went away before the answer was over, and the journal's entries of those that are answered. */
const records = transientStore('disconnects', () => ({ gone: new WeakSet<Request>(), entries: new WeakMap<Request, OpenEntry>() }));

/** Notes in the journal that a request's client went away. */
export const noteDisconnect = (request: Request, world: World): void => {
  const { gone, entries } = world.records(records);
  gone.add(request);
  const entry = entries.get(request);
  if (entry) entry.disconnected = true;
};

/** Remembers the entry of a request whose answer may still be under way. */
export const follow = (request: Request, entry: RequestLogEntry, world: World): void => {
  const { gone, entries } = world.records(records);
  entries.set(request, entry);
  if (gone.has(request)) (entry as OpenEntry).disconnected = true;
};
