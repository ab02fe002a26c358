/** Where the text of a response goes, piece by piece. */
export interface Intake {
  readonly feed: (text: string) => void;
  /** The text is over: throws if it was not all there is. */
  readonly end: () => void;
  /** Nobody reads any more. */
  readonly stop?: () => void;
}
