import type { LikeOperation, LikeReport } from '@platform-sdk/local-platform';
import { expect, it } from 'vitest';
import type * as Unadopted from '../src/like/unadopted.ts';

// The package does not export this function, so the test imports its file.
const { unadopted } = (await import(new URL('../src/like/unadopted.ts', import.meta.url).href)) as typeof Unadopted;

const string = { types: ['string'] };
const shape = {
  types: ['object'],
  fields: {
    data: {
      types: ['array'],
      items: { types: ['object'], fields: { here: string, both: { types: ['null', 'number', 'string'] }, theirs: string } },
    },
    included: { types: ['array'], items: { types: ['object'] } },
  },
};

const reasonFor = (kind: string, where: string, found: string, state: LikeOperation['state'] = 'compared'): string | undefined => {
  const report: LikeReport = {
    version: 1,
    operations: { call: { state, shape } },
    findings: [{ operation: 'call', kind, where, found }],
    wireNames: { call: { 'data.ours': 'theirs' } },
  };
  return unadopted(report)[0]?.reason;
};

it.each([
  ['value', 'data.here', 'an unknown value (lower_case)', 'a report contains no values'],
  ['value', 'min_members', 'ignored', 'a report contains no rules'],
  ['renamed', 'data.ours', 'theirs', undefined],
  ['renamed', 'data.ours', '(withheld)', 'its name may be data'],
  ['missing', 'data.gone', 'missing', undefined],
  ['missing', 'included.gone', 'missing', 'the report shows no shape of the objects around it'],
  ['missing', 'data.here', 'missing in some', 'the report does not show which objects lack it'],
  ['type', 'data.here', 'string', undefined],
  ['type', 'data.ours', 'string', undefined],
  ['type', 'data.both', 'string', 'the report does not show which objects have which type'],
  ['type', 'data.here.*', 'string', 'the report shows no shape of the objects around it'],
  ['type', 'the document', 'object', undefined],
  ['extra', 'data.here', 'string', undefined],
  ['extra', 'included.attributes.more', 'string', 'the report shows no shape of the objects around it'],
  ['extra', 'included', 'resources of an unknown type', 'the report does not show their fields'],
  ['extra', 'data.(withheld)', 'string', 'its name may be data'],
  ['header', 'content-type', 'text/plain', undefined],
  ['header', 'content-type', 'another type', 'the report does not show the media type'],
  ['header', 'ratelimit-limit', 'missing', undefined],
  ['failed', 'the status', '403, errors[]', 'it depends on the account'],
  ['failed', 'the status', '500, HTML', 'some calls succeeded'],
  ['status', 'the response to an unknown id', '400', undefined],
])('unadopted returns this reason for a finding of the kind %s at %s (%s): %s', (kind, where, found, reason) => {
  expect(reasonFor(kind, where, found)).toBe(reason);
});

it.each([
  ['500, HTML', undefined],
  ['no response (timeout)', 'without a response, a report shows no shape: use a fault'],
])('unadopted returns this reason for the failure "%s" of an operation that always fails: %s', (found, reason) => {
  expect(reasonFor('failed', 'the status', found, 'failed')).toBe(reason);
});
