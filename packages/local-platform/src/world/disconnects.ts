import type { RequestLogEntry, OpenEntry } from './request-log.ts';
import type { World } from './state.ts';
import { transientStore } from '../state/store.ts';

/** The requests whose client disconnected before the end of the response, and the log entry of each request. */
const records = transientStore('disconnects', () => ({ gone: new WeakSet<Request>(), entries: new WeakMap<Request, OpenEntry>() }));

/** Marks a request in the log as disconnected. */
export const noteDisconnect = (request: Request, world: World): void => {
  const { gone, entries } = world.records(records);
  gone.add(request);
  const entry = entries.get(request);
  if (entry) entry.disconnected = true;
};

/** Stores the log entry of a request, so that a later disconnection can be marked in it. */
export const follow = (request: Request, entry: RequestLogEntry, world: World): void => {
  const { gone, entries } = world.records(records);
  entries.set(request, entry);
  if (gone.has(request)) (entry as OpenEntry).disconnected = true;
};
