/** Receives the text of a response, piece by piece. */
export interface Intake {
  readonly feed: (text: string) => void;
  /** Called after the last piece. Throws if the text is incomplete. */
  readonly end: () => void;
  /** Called when reading stops early. */
  readonly stop?: () => void;
}
