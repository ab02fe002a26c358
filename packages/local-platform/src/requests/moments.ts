import { refuse } from '../errors/refusal.ts';

const DAY = /^\d{4}-\d\d-\d\d/;
const ZONE = /T[^T]*(?:Z|[+-]\d\d:?\d\d)$/;
const DAY_MS = 86_400_000;

/** The moment of a day or a time in ISO 8601, in milliseconds; in UTC where it names no zone. One that there is not is refused. */
export const momentOf = (field: string, time: string): number => {
  const [day = ''] = DAY.exec(time) ?? [];
  const found = Date.parse(day === time || ZONE.test(time) ? time : `${time}Z`);
  // A thirtieth of February would be taken for a day of March.
  const start = Date.parse(day);
  const isDay = !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
  return isDay && !Number.isNaN(found) ? found : refuse(422, 'INVALID_INPUT', `${field} is no time that there is.`, { field });
};

/** The last moment of a day, or the moment of a time. */
export const endOf = (field: string, time: string): number => {
  const moment = momentOf(field, time);
  return time.includes('T') ? moment : moment + DAY_MS - 1;
};
