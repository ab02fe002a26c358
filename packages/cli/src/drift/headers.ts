import type { BaseName } from '@platform-sdk/core';
import type { Finding } from './finding.ts';
import type { OperationRecord } from './record.ts';
import { isFieldName } from './withhold.ts';

/** The headers that every successful response of a service should contain. */
const EXPECTED: Partial<Readonly<Record<BaseName, readonly string[]>>> = {
  converter: ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
};

/** Headers with warnings, such as that an operation will be removed. */
const ANNOUNCEMENTS: readonly string[] = ['deprecation', 'sunset', 'warning'];

/** Matches headers that servers and proxies add to any response. */
const COMMON =
  /^(?:date|server|via|age|connection|keep-alive|transfer-encoding|content-(?:length|encoding|security-policy.*)|vary|etag|cache-control|expires|pragma|last-modified|set-cookie|strict-transport-security|referrer-policy|permissions-policy|alt-svc|nel|report-to|cf-.*|x-(?:amz|amzn|envoy|frame|content-type|xss|powered|runtime|cache|served|timer|download|permitted|dns).*|access-control-.*|cross-origin-.*|server-timing|accept-ranges)$/;

/** Returns the names of the service's own headers. */
export const headerNames = (headers: Headers): string[] =>
  [...headers.keys()].filter((name) => !COMMON.test(name) && isFieldName(name)).toSorted();

export const headerFindings = ({ named, successes }: OperationRecord): Finding[] => {
  const { name: operation, base } = named;
  return successes.flatMap(({ headers, status, document }) => {
    const found: Finding[] = [];
    const finding = (level: Finding['level'], where: string, expected: string, came: string): void =>
      void found.push({ operation, kind: 'header', level, where, expected, found: came });
    const type = mediaType(headers);
    const { accept = JSON_TYPE } = named.operation;
    if (accept === JSON_TYPE && status !== 204 && document !== '' && document !== undefined && type !== JSON_TYPE)
      finding(typeof document === 'string' ? 'difference' : 'note', 'content-type', JSON_TYPE, type);
    for (const name of EXPECTED[base] ?? []) if (!headers.has(name)) finding('note', name, 'a header', 'missing');
    for (const name of ANNOUNCEMENTS) if (headers.has(name)) finding('note', name, 'no such header', 'present');
    return found;
  });
};

const JSON_TYPE = 'application/json';
const TYPES: readonly string[] = [
  JSON_TYPE,
  'application/vnd.api+json',
  'application/problem+json',
  'text/plain',
  'text/html',
  'text/event-stream',
];

/** Returns the media type of a response. Replaces types that are not in `TYPES`, because the header may contain data. */
export const mediaType = (headers: Headers): string => {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  return type === undefined ? 'missing' : TYPES.includes(type) ? type : 'another type';
};
