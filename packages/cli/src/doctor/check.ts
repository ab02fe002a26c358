/** The result of one check. A check contains no secret and no text of a response. */
export interface Check {
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  /** The name, such as `auth address`. */
  readonly name: string;
  /** The request that was sent, or the setting that was checked. */
  readonly tried: string;
  /** The result of the request or of the check. */
  readonly came: string;
  /** The next step, if there is one. */
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
