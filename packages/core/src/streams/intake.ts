/** Receives the text of a response, piece by piece. The bytes of a piece may begin or end inside a character of its text. */
export interface Intake {
  readonly feed: (text: string, bytes?: Uint8Array) => void;
  /** Called after the last piece. Throws if the text is incomplete. */
  readonly end: () => void;
  /** Called when reading stops early. */
  readonly stop?: () => void;
}
