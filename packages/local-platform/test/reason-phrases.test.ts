import { STATUS_CODES } from 'node:http';
import { expect, it, vi } from 'vitest';
import type * as ReasonPhrases from '../src/errors/reason-phrases.ts';

const { reasonOf } = await vi.importActual<typeof ReasonPhrases>('../src/errors/reason-phrases.ts');

it('reason phrases are those of Node, except for the two statuses that RFC 9110 renamed', () => {
  const listed = Array.from({ length: 600 }, (_, status) => [status, reasonOf(status)] as const).filter(
    ([, reason]) => reason !== 'Unknown',
  );
  expect(listed.length).toBeGreaterThan(30);
  expect(listed.filter(([status, reason]) => reason !== STATUS_CODES[status])).toEqual([
    [413, 'Content Too Large'],
    [422, 'Unprocessable Content'],
  ]);
});
