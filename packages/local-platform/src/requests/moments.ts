import { refuse } from '../errors/refusal.ts';

const DAY = /^\d{4}-\d\d-\d\d/;
const ZONE = /T[^T]*(?:Z|[+-]\d\d:?\d\d)$/;
const DAY_MS = 86_400_000;

/** Returns whether a date such as 2026-02-28 exists. `Date` would accept 30 February, as a day in March. */
export const isDay = (text: string): boolean => {
  const start = Date.parse(text);
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(text);
};

/** Parses an ISO 8601 date or time into milliseconds. Times without a zone are in UTC. Rejects invalid dates. */
export const momentOf = (field: string, time: string): number => {
  const [day = ''] = DAY.exec(time) ?? [];
  const found = Date.parse(day === time || ZONE.test(time) ? time : `${time}Z`);
  return isDay(day) && !Number.isNaN(found) ? found : refuse(422, 'INVALID_INPUT', `${field} must be a valid ISO 8601 time.`, { field });
};

/** Returns the last millisecond of a date. If `time` already contains a time of day, returns that time. */
export const endOf = (field: string, time: string): number => {
  const moment = momentOf(field, time);
  return time.includes('T') ? moment : moment + DAY_MS - 1;
};
