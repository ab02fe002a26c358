/** One thing that was tried. No text of it holds a secret, or a word of a response. */
export interface Check {
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  /** Such as `auth address`. */
  readonly name: string;
  /** The thing that was tried. */
  readonly tried: string;
  /** The result. */
  readonly came: string;
  /** The next step. Absent where there is none. */
  readonly advice?: string;
}

type Part = Omit<Check, 'state'>;

export const ok = (name: string, tried: string, came: string): Check => ({ state: 'ok', name, tried, came });
export const skipped = (name: string, tried: string, came: string, advice: string): Check => ({
  state: 'skipped',
  name,
  tried,
  came,
  advice,
});
export const warning = (part: Required<Part>): Check => ({ state: 'warning', ...part });
export const problem = (part: Required<Part>): Check => ({ state: 'problem', ...part });
