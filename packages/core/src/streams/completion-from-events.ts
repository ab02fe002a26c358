import { amend, isPlatformError, PlatformError } from '../diagnostics/errors.ts';
import { completionChunks } from './completion-chunks.ts';
import { createIntake } from './intake.ts';

/** A text whose first line is a field or a comment of an event stream. */
const EVENT_STREAM = /^\uFEFF?\s*(?:data|event|id|retry)?:/;

/** Reads a completion that came as an event stream where a document was asked for. Returns undefined for any other text. */
export const completionFromEvents = (text: string, ours: (document: unknown) => unknown): unknown => {
  if (!EVENT_STREAM.test(text)) return undefined;
  const reading = completionChunks().begin(ours);
  const intake = createIntake('text/event-stream', reading, Infinity, () => undefined);
  try {
    intake.feed(text);
    intake.end();
    return reading.result();
  } catch (error) {
    const failure = isPlatformError(error) ? error : new PlatformError('shape', 'A message of the stream cannot be read');
    throw amend(failure, { received: reading.result() });
  }
};
