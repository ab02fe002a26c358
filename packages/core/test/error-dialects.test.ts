import type { PlatformError } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { failWith } from './failing-write.ts';
import { text } from './recording-fetch.ts';

/** Returns the error of a response with status 422 and this body. */
const fail = (body: string, secret?: string): Promise<PlatformError> => failWith(text(body, 422, 'application/problem+json'), secret);

type Case = readonly [server: string, body: string, sentence: string, facts?: { code?: string; field?: string; traceId?: string }];

/** Bodies as these servers write them. */
const cases: readonly Case[] = [
  [
    'RFC 9457',
    '{"type":"https://example.com/probs/out-of-credit","title":"You do not have enough credit.","detail":"Your current balance is 30, but that costs 50.","instance":"/account/12345/msgs/abc","balance":30}',
    'Your current balance is 30, but that costs 50',
  ],
  ['RFC 9457 without a detail', '{"type":"about:blank","title":"Not Found","status":404}', 'Not Found'],
  [
    'RFC 9457 with one pointer',
    '{"title":"Your request is not valid.","errors":[{"detail":"must be a positive integer","pointer":"#/profile/age"}]}',
    'must be a positive integer',
    { field: 'profile.age' },
  ],
  [
    'RFC 9457 with two pointers',
    '{"title":"Not valid.","errors":[{"detail":"must be a positive integer","pointer":"#/age"},{"detail":"must be red","pointer":"#/color"}]}',
    'must be a positive integer',
  ],
  [
    'ASP.NET',
    '{"type":"https://tools.ietf.org/html/rfc9110#section-15.5.1","title":"One or more validation errors occurred.","status":400,"errors":{"Name":["The Name field is required."],"Age":["Too low for this."]},"traceId":"00-84c1fd40-85d1-00"}',
    'Name: The Name field is required.; Age: Too low for this',
    { traceId: '00-84c1fd40-85d1-00' },
  ],
  ['Rails, by field', '{"errors":{"name":["can\'t be blank"],"email":["is invalid"]}}', "name: can't be blank; email: is invalid"],
  ['Rails, in sentences', '{"errors":["Name can\'t be blank","Email is invalid"]}', "Name can't be blank; Email is invalid"],
  [
    'Laravel',
    '{"message":"The email field is required. (and 1 more error)","errors":{"email":["The email field is required."]}}',
    'The email field is required. (and 1 more error)',
  ],
  [
    'Django REST framework, by field',
    '{"email":["Enter a valid email address."],"non_field_errors":["Unable to log in."]}',
    'email: Enter a valid email address.; non_field_errors: Unable to log in',
  ],
  [
    'Django REST framework, with a code',
    '{"detail":"Given token not valid for any token type","code":"token_not_valid"}',
    'Given token not valid for any token type',
    { code: 'token_not_valid' },
  ],
  [
    'FastAPI, with an error in its detail',
    '{"detail":{"detail":"Too few credits","error":{"code":"INSUFFICIENT_CREDITS","required_amount":2,"trace_id":"t-1"}}}',
    'Too few credits',
    { code: 'INSUFFICIENT_CREDITS', traceId: 't-1' },
  ],
  ['Apigee', '{"fault":{"faultstring":"Invalid ApiKey","detail":{"errorcode":"oauth.v2.InvalidApiKey"}}}', 'Invalid ApiKey'],
  [
    'API Platform',
    '{"@context":"/contexts/Error","@type":"hydra:Error","hydra:title":"An error occurred","hydra:description":"No such book"}',
    'No such book',
  ],
  ['Spring', '{"timestamp":1,"status":404,"error":"Not Found","message":"","path":"/x"}', 'Not Found'],
  [
    'Express with express-validator',
    '{"errors":[{"type":"field","value":"x","msg":"Invalid value","path":"email","location":"body"}]}',
    'Invalid value',
  ],
  [
    'NestJS',
    '{"statusCode":400,"message":["name must be a string","age must be a number"],"error":"Bad Request"}',
    'name must be a string; age must be a number',
  ],
  [
    'FastAPI with one fault',
    '{"detail":[{"type":"missing","loc":["body","user","name"],"msg":"Field required"}]}',
    'user.name: Field required',
    { field: 'user.name' },
  ],
  ['FastAPI with an object', '{"detail":{"code":"NO_MODEL","message":"No such model"}}', 'No such model', { code: 'NO_MODEL' }],
  [
    'OAuth (RFC 6749)',
    '{"error":"invalid_grant","error_description":"The refresh token is invalid."}',
    'The refresh token is invalid',
    { code: 'invalid_grant' },
  ],
  ['OAuth without a description', '{"error":"invalid_grant"}', 'invalid_grant'],
  [
    'GraphQL',
    '{"errors":[{"message":"Not signed in","extensions":{"code":"UNAUTHENTICATED"}}]}',
    'Not signed in',
    { code: 'UNAUTHENTICATED' },
  ],
  [
    'JSON:API with a pointer',
    '{"errors":[{"status":"422","code":"TAKEN","title":"Invalid","detail":"The name is taken.","source":{"pointer":"/data/attributes/owner/name"}}]}',
    'The name is taken',
    { code: 'TAKEN', field: 'owner.name' },
  ],
  [
    'JSON:API with a parameter',
    '{"errors":[{"title":"Invalid Query Parameter","source":{"parameter":"include"}}]}',
    'Invalid Query Parameter',
    { field: 'include' },
  ],
  ['JSON:API with a header', '{"errors":[{"title":"Missing header","source":{"header":"X-Key"}}]}', 'Missing header', { field: 'X-Key' }],
  [
    'JSON:API with two errors',
    '{"errors":[{"detail":"Too short.","source":{"pointer":"/data/attributes/a"}},{"detail":"Too long.","source":{"pointer":"/data/attributes/b"}}]}',
    'Too short',
  ],
];

it.each(cases.map(([server, body, sentence, facts = {}]) => ({ server, body, sentence, facts })))(
  'reads the message, code, field and trace id of an error of $server',
  async ({ body, sentence, facts }) => {
    const error = await fail(body);
    const { code, field, traceId } = error;
    expect(error.message.slice(0, error.message.lastIndexOf('. ('))).toBe(sentence);
    expect({ code, field, traceId }).toEqual({ code: undefined, field: undefined, traceId: undefined, ...facts });
    expect(error.body).toEqual(JSON.parse(body));
  },
);

it.each([
  '{"errors":{}}',
  '{"errors":[{}]}',
  '{"errors":[{"status":"403"}]}',
  '{"errors":{"a":[{"b":1}]}}',
  '{"errors":[[["x y"]]]}',
  '{"title":{"en":"x"}}',
  '{"error_description":7}',
  '{"detail":[5,null]}',
  '{"errors":[{"source":{"pointer":["x"]}}]}',
  '{"errors":{"__proto__":["short"],"constructor":["tiny"]}}',
])('shows only the status of an error whose body is %s', async (body) => {
  await expect(fail(body)).resolves.toMatchObject({ message: 'notes.write returned 422', kind: 'http', status: 422 });
});

it('does not show values of unknown fields of an error body, because they may be secrets', async () => {
  const error = await fail('{"refresh_token":["canary-7c1f"],"keys":["canary-88aa"],"trace":"at canary-1 (x.js:1)"}');
  expect(error.message).toBe('notes.write returned 422');
  expect(JSON.stringify(error)).not.toContain('canary-7c1f');
});

it('shows no secret of the call in error.field or in a message for a field', async () => {
  const error = await fail('{"errors":[{"detail":"No canary-5d2e here.","source":{"parameter":"canary-5d2e"}}]}', 'canary-5d2e');
  expect(error).toMatchObject({ field: '[redacted]', message: 'No [redacted] here. (notes.write returned 422)' });
  const pointed = await fail('{"errors":[{"detail":"No.","source":{"pointer":"/data/attributes/ab/cd+5d2e/x"}}]}', 'ab/cd+5d2e');
  expect(pointed.field).toBe('[redacted].x');
  const listed = await fail('{"errors":{"canary-5d2e":["The value canary-5d2e is wrong"]}}', 'canary-5d2e');
  expect(JSON.stringify(listed) + String(listed.stack)).not.toContain('canary-5d2e');
});
