/** The result of one check. The result contains no secrets and no text from responses. */
export interface Check {
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  /** The name, such as `auth address`. */
  readonly name: string;
  /** The request that was sent, or the setting that was checked. */
  readonly tried: string;
  /** The result of the request or of the check. */
  readonly came: string;
  /** The next step. Absent if none is necessary. */
  readonly advice?: string;
}

const checkIn =
  (state: Check['state']) =>
  (name: string, tried: string, came: string, advice: string): Check => ({ state, name, tried, came, advice });

export const ok = (name: string, tried: string, came: string): Check => ({ state: 'ok', name, tried, came });
export const skipped = checkIn('skipped');
export const warning = checkIn('warning');
export const problem = checkIn('problem');
