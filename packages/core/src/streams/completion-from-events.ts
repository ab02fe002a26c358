import { completionChunks } from './completion-chunks.ts';
import type { Asked } from './completion.ts';
import { eventsIn } from './events-in.ts';

/** Reads a completion that arrived as an event stream although a document was requested. Returns undefined for any other text. */
export const completionFromEvents = (text: string, toLocalNames: (document: unknown) => unknown, asked?: unknown): unknown =>
  eventsIn(text, completionChunks(Object(asked) as Asked), toLocalNames);
