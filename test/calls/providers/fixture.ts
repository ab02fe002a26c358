export type Members = Record<string, unknown>;

/** A response as a provider documents it, both plain and streamed. */
export interface ProviderFixture {
  readonly name: string;
  /** The URL of the provider's public documentation. */
  readonly source: string;
  /** The plain response, as one JSON document. */
  readonly whole: Members;
  /** The data of each event in the streamed response, without the final `[DONE]`. */
  readonly events: readonly Members[];
  /** The expected result of joining all events. */
  readonly sum: Members;
  /** The expected text of the stream. */
  readonly text: string;
}

/** Returns an event from the members that all events of a stream share and the members of this event. */
export const eventsOf =
  (head: Members) =>
  (more: Members): Members => ({ ...head, object: 'chat.completion.chunk', ...more });

/** Returns the members of an event with one choice. */
export const piece = (delta: Members, finish_reason: string | null = null, more: Members = {}): Members => ({
  choices: [{ index: 0, delta, ...more, finish_reason }],
});
