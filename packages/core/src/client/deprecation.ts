import type { LogEvent } from '../diagnostics/logger.ts';
import type { ResponseHeaders } from '../http/wire.ts';
import type { Context } from './context.ts';

/** Logs the announced end of an operation, once per platform. Only dates of the headers are logged. */
export const logDeprecation = ({ log, deprecated }: Context, operation: string, headers: ResponseHeaders): void => {
  if (!log || deprecated.has(operation)) return;
  const event = deprecationIn(operation, headers);
  if (!event) return;
  deprecated.add(operation);
  log(event);
};

const deprecationIn = (operation: string, headers: ResponseHeaders): LogEvent | undefined => {
  const deprecation = headers.get('deprecation');
  const sunset = headers.get('sunset');
  if (deprecation === null && sunset === null) return undefined;
  const isDeprecated = deprecation !== null && !/^(?:false|\?0|0)?$/i.test(deprecation.trim());
  const sunsetAt = dateIn(sunset);
  if (!isDeprecated && sunsetAt === undefined) return undefined;
  return { type: 'deprecation', operation, deprecatedAt: dateIn(deprecation), sunsetAt };
};

/** Reads the seconds of RFC 9745, such as `@1688169599`, or a date of HTTP. */
const dateIn = (header: string | null): string | undefined => {
  const text = header?.trim() ?? '';
  const [, seconds] = /^@(-?\d{1,11})$/.exec(text) ?? [];
  const date = new Date(seconds === undefined ? (/\d{4}/.test(text) ? text : Number.NaN) : Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};
