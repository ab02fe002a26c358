import { refuse } from '../errors/refusal.ts';

const DAY = /^\d{4}-\d\d-\d\d/;
const ZONE = /T[^T]*(?:Z|[+-]\d\d:?\d\d)$/;
const DAY_MS = 86_400_000;

/** Returns true for a day of the calendar, such as 2026-02-28. `Date` would read 30 February as a day of March. */
export const isDay = (text: string): boolean => {
  const start = Date.parse(text);
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(text);
};

/** Returns the moment of an ISO 8601 day or time, in milliseconds. Without a zone it is in UTC. Rejects invalid dates and times. */
export const momentOf = (field: string, time: string): number => {
  const [day = ''] = DAY.exec(time) ?? [];
  const found = Date.parse(day === time || ZONE.test(time) ? time : `${time}Z`);
  return isDay(day) && !Number.isNaN(found) ? found : refuse(422, 'INVALID_INPUT', `${field} must be a valid ISO 8601 time.`, { field });
};

/** The last moment of a day, or the moment of a time. */
export const endOf = (field: string, time: string): number => {
  const moment = momentOf(field, time);
  return time.includes('T') ? moment : moment + DAY_MS - 1;
};
