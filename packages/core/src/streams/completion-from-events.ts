import { createParser } from 'eventsource-parser';
import { amend, isPlatformError, PlatformError } from '../diagnostics/errors.ts';
import { completionChunks } from './completion-chunks.ts';

/** A text whose first line is a field or a comment of an event stream. */
const EVENT_STREAM = /^\uFEFF?\s*(?:data|event|id|retry)?:/;

/** Reads a completion that came as an event stream where a document was asked for. Returns undefined for any other text. */
export const completionFromEvents = (text: string, ours: (document: unknown) => unknown): unknown => {
  if (!EVENT_STREAM.test(text)) return undefined;
  const reading = completionChunks().begin(ours);
  const parser = createParser({
    onEvent({ data, event }) {
      if (reading.state() !== 'over') reading.message(data, event);
    },
  });
  try {
    // The last event may lack its blank line.
    parser.feed(`${text}\n\n`);
    if (reading.state() === 'open') throw new PlatformError('truncated', 'The stream ended before its end marker');
    return reading.result();
  } catch (error) {
    const failure = isPlatformError(error) ? error : new PlatformError('shape', 'A message of the stream cannot be read');
    throw amend(failure, { received: reading.result() });
  }
};
