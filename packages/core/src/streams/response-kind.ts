/** `events`: an event stream; `document`: JSON; `page`: HTML or XML; `other`: none of them. */
export type ResponseKind = 'events' | 'document' | 'page' | 'other';

const FIELD = /^(?::|(?:data|event|id|retry)(?:[:\r\n]|$))/;
const FIELDS: readonly string[] = ['data:', 'event:', 'id:', 'retry:'];

/** Returns the kind of a response by its beginning, whatever its media type is; undefined while the beginning is too short. */
export const kindOf = (head: string, type: string, isWhole: boolean): ResponseKind | undefined => {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  const isLabelled = /^text\/event-stream\s*(?:[;,]|$)/i.test(type);
  if (text === '') return isWhole ? (isLabelled ? 'events' : 'other') : undefined;
  if (/^[[{]/.test(text)) return 'document';
  if (text.startsWith('<')) return 'page';
  if (isLabelled) return 'events';
  if (!isWhole && FIELDS.some((field) => field.startsWith(text))) return undefined;
  if (FIELD.test(text)) return 'events';
  return /\bjson\b/i.test(type) ? 'document' : 'other';
};
