export type Members = Record<string, unknown>;

/** A response as a provider documents it, whole and streamed. */
export interface ProviderFixture {
  readonly name: string;
  /** The public documentation of its form. */
  readonly source: string;
  /** The response in one document. */
  readonly whole: Members;
  /** The data of each event of the same response streamed, without the `[DONE]` at its end. */
  readonly events: readonly Members[];
  /** The sum of the events. */
  readonly sum: Members;
  /** The text of the stream. */
  readonly text: string;
}

/** The members that all events of one stream share, and those of a single event. */
export const eventsOf =
  (head: Members) =>
  (more: Members): Members => ({ ...head, object: 'chat.completion.chunk', ...more });

/** The first choice of an event. */
export const piece = (delta: Members, finish_reason: string | null = null, more: Members = {}): Members => ({
  choices: [{ index: 0, delta, ...more, finish_reason }],
});
