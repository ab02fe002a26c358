import { globSync, readFileSync } from 'node:fs';
import type { SchemaData } from '@platform-sdk/core/contract';
import { expect, it } from 'vitest';
import { DOCUMENTED_RESPONSES } from './documented-responses.ts';
import { callMethod, describeOutcome, serviceMethods, type ServiceMethod } from '../helpers/service-methods.ts';

/** Required response fields that the API specification does not show, each with the reason. */
const REQUIRED_BEYOND: Readonly<Record<string, string>> = {
  'auth.register status': 'the client adds this field',
  'agent-passes.activity.list data': 'the client finds the list under each of its possible names',
  'analytics.metrics.daily data': 'the client finds the list under each of its possible names',
  'analytics.traces.list data': 'a page without its list may be a failure',
  'analytics.traces.get id': 'the caller requested this id; a difference is reported, never thrown',
  'search.chat choices': 'a completion without choices contains no reply; the error contains the response',
  'search.chatStream choices': 'a completion without choices contains no reply; the error contains the response',
  'converter.convert markdown': 'the log may quote other JSON, and this member marks the result',
  'converter.batch results': 'the log may quote other JSON, and this member marks the result',
};

/** Fields that the code of a client requires although its contract does not, each with the reason. */
const REQUIRED_BY_CODE: Readonly<Record<string, string>> = {
  "packages/converter/src/batch.ts: needs: 'results'": 'the log may quote other JSON, and this member marks the result',
  "packages/converter/src/contract.ts: needs: 'markdown'": 'the log may quote other JSON, and this member marks the result',
  "packages/converter/src/crawl.ts: needs: treeOnly ? 'urls' : 'success'": 'the log may quote other JSON, and this member marks the result',
  'packages/auth/src/contract.ts: checkAgainstInput': 'a session without activation is documented with its tokens',
  'packages/gateway/src/contract.ts: checkAgainstInput': 'a completion without choices contains no reply',
  'packages/search/src/contract.ts: checkAgainstInput': 'a completion without choices contains no reply; the error contains the response',
  'packages/memory/src/contract/a2a.ts: checkAgainstInput': 'a reply to another message is an error; a reply without an id is accepted',
  'packages/organizations/src/contract/organizations.ts: checkAgainstInput':
    'another id than the requested id is an error; a missing id is accepted',
  'packages/wallets/src/contract/wallets.ts: checkAgainstInput':
    'another address than the requested address is an error; a missing address is accepted',
  'packages/projects/src/client.ts: checkAgainstInput': 'the method returns two keys, and one key alone is useless',
};

/** All other files that can turn a successful response into an error, each with the reason. */
const REJECTED_BY_CODE: Readonly<Record<string, string>> = {
  'packages/converter/src/archive/received.ts': 'an archive is documented as a ZIP file, which is never empty',
  'packages/converter/src/job.ts': 'the members of the list above mark the result of a job',
  'packages/core/src/client/call-error.ts': 'an untyped error after a response becomes a typed error',
  'packages/core/src/client/read-response.ts': 'the body differs from the contract, whose requirements are on the first list',
  'packages/core/src/http/file-chunks.ts': 'a file is documented, and JSON or a page of HTML came instead',
  'packages/core/src/http/read-body.ts': 'the whole file was requested, and a 206 is a part of it',
  'packages/core/src/operation/pagination.ts': 'a page without its list would end a loop early, like the last page',
  'packages/core/src/streams/completion-chunks.ts': 'a completion with an empty list of choices contains no reply',
  'packages/core/src/streams/text.ts': 'a message of the stream is not readable',
  'packages/core/src/streams/event-json.ts': 'an event of the stream is not a JSON object, or is nested too deeply',
  'packages/core/src/streams/job-body.ts': 'a log with a result is documented, and a page or nothing came instead',
  'packages/core/src/streams/messages.ts': 'an event stream is documented, and another body came instead',
  'packages/wallets/src/find-by-reference.ts': 'a list that changed while it was read may lack a payment that was made',
  'packages/wallets/src/pay-once.ts':
    'without `metadata`, this payment cannot be distinguished from an earlier payment with the same values',
};

/** Required fields whose absence is only reported, because they belong to an undocumented object or to a billed response. */
const ONLY_REPORTED =
  /^(?:agent-passes\.activity\.metrics groups\.|analytics\.\S+ (?:_deprecation|observations|scores)\.|memory\.a2a\.chat |search\.chat(?:Stream)? |converter\.\w+ (?:success|url|results\.))/;

const rowOf = ({ service, operation: { method, path } }: ServiceMethod): string => `${service} ${method} ${path}`;

const requiredIn = ({ items, properties = {} }: SchemaData, path: readonly string[] = []): string[] =>
  items
    ? requiredIn(items, path)
    : Object.entries(properties).flatMap(([name, field]) => [
        ...(field.optional ? [] : [[...path, name].join('.')]),
        ...requiredIn(field, [...path, name]),
      ]);

const streams = /Stream$/;

it('every required response field beyond the API specification is listed with a reason', () => {
  const found = serviceMethods.flatMap(({ name, service, place, operation }) => {
    const hidden = Object.keys(operation.undocumented ?? {}).map((each) => each.replace(/^data\.(?:attributes\.)?(?=.)/, ''));
    return requiredIn(operation.output)
      .filter((field) => hidden.includes(field))
      .map((field) => `${[service, ...place].join('.') || name} ${field}`);
  });
  expect(found.filter((each) => !ONLY_REPORTED.test(each) || each in REQUIRED_BEYOND).toSorted()).toEqual(
    Object.keys(REQUIRED_BEYOND).toSorted(),
  );
  // No undocumented field is required in every validation mode.
  expect(
    serviceMethods.filter(({ operation }) => operation.alwaysValidate).flatMap(({ operation }) => operation.alwaysValidate ?? []),
  ).toEqual(expect.not.arrayContaining(['userId', 'meta', 'meta.secretKey']));
});

it("every field that a client's code requires beyond its contract is listed with a reason", () => {
  const files = globSync('packages/!(core|local-platform|test-helpers)/src/**/*.ts');
  const found = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const rules = source.match(/\b(?:needs: (?:'\w+'|treeOnly[^,]*)|checkAgainstInput(?=:| =))/g) ?? [];
    return rules.map((rule) => `${file.replaceAll('\\', '/')}: ${rule}`);
  });
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(REQUIRED_BY_CODE).toSorted());
});

it('every other file that rejects successful responses is listed with a reason', () => {
  const files = globSync('packages/!(local-platform|test-helpers)/src/**/*.ts').map((file) => file.replaceAll('\\', '/'));
  const found = files.filter((file) => /new PlatformError\(\s*'invalid-response'/.test(readFileSync(file, 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(REJECTED_BY_CODE).toSorted());
});

it('the table of documented responses contains every operation with a documented response', () => {
  const rows = serviceMethods
    .filter(({ operation, name }) => !operation.output.optional && !operation.beyondSpecification && !streams.test(name))
    .map(rowOf);
  expect(
    [...new Set(rows)].filter((row) => !(row in DOCUMENTED_RESPONSES)),
    'step 3: add the least documented response to test/specification/documented-responses.ts',
  ).toEqual([]);
});

it.each(['report', 'throw', 'off'] as const)(
  'every operation accepts its smallest documented response, with validation %s',
  async (validation) => {
    const wrong: string[] = [];
    for (const [row, bodies] of Object.entries(DOCUMENTED_RESPONSES)) {
      const methods = serviceMethods.filter((each) => rowOf(each) === row && !streams.test(each.name));
      if (methods.length === 0) wrong.push(`${row}: no operation has this row`);
      for (const method of methods)
        for (const body of bodies) {
          const text = typeof body === 'string' ? body : JSON.stringify(body);
          const status = row === 'auth POST /users' && !text.includes('accessToken') ? 201 : 200;
          const type = typeof body === 'string' ? 'text/plain' : 'application/json';
          const input = { ...idsOf(method), ...(text.includes('translated_text') && { translate_to: 'fr' }) };
          const outcome = await callMethod(method, new Response(text, { status, headers: { 'Content-Type': type } }), validation, input);
          if (outcome.error) wrong.push(`${method.name} ${text}: ${describeOutcome(outcome)}`);
        }
    }
    expect(wrong).toEqual([]);
  },
);

/** Returns the ids of an input that documented responses repeat. */
const idsOf = ({ operation: { input } }: ServiceMethod): Record<string, unknown> =>
  Object.fromEntries(['organizationId', 'addressHash'].filter((name) => name in (input.properties ?? {})).map((name) => [name, '7']));
