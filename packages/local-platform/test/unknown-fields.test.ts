import { isPlatformError } from '@platform-sdk/core';
import { createLocalPlatform, type Fault, type LocalPlatformOptions, type SeedData } from '@platform-sdk/local-platform';
import { expect, it } from 'vitest';
import { documented, lineOf } from './documented.ts';
import { platformAtNewYear, send } from './raw-request.ts';

/** Returns the kind, the field and the message of the error that `run` throws. */
const errorOf = (run: () => unknown): readonly (string | undefined)[] => {
  try {
    run();
  } catch (error) {
    return isPlatformError(error) ? [error.kind, error.field, error.message] : ['untyped', undefined, String(error)];
  }
  return ['none'];
};

it.each([
  [{ operation: 'organisations.list' }, 'operation', 'the operation organisations.list is unknown: did you mean organizations.list?'],
  [{ operation: 'organizations.members.lst' }, 'operation', 'did you mean organizations.members.list?'],
  [{ operation: 'search.zzzzzzzzzzzz' }, 'operation', 'the operations are search.search, '],
  [{ stauts: 500 }, 'stauts', 'stauts is unknown: did you mean status?'],
  [{ failure: 'rest' }, 'failure', 'the failure rest is unknown: did you mean reset?'],
  [{ failure: 'toString' }, 'failure', 'the failure toString is unknown'],
  [{ times: 0 }, 'times', 'times must be at least 1, not 0'],
  [{ times: Number.NaN }, 'times', 'times must be at least 1, not NaN'],
  [{ delayMs: -1 }, 'delayMs', 'delayMs must be at least 0, not -1'],
])('faults.add rejects %j and names %s', (fault, field, message) => {
  const { faults } = platformAtNewYear();
  const [kind, named, text] = errorOf(() => faults.add(fault as Fault));
  expect([kind, named]).toEqual(['invalid-input', field]);
  expect(text).toContain(`faults.add: `);
  expect(text).toContain(message);
});

it('faults.add accepts every operation name of the request log', async () => {
  const platform = platformAtNewYear();
  for (const row of documented) await send(platform, lineOf(row));
  const operations = platform.requestLog.map(({ operation }) => operation as string);
  expect(operations).toHaveLength(documented.length);
  expect(operations.filter((operation) => errorOf(() => platform.faults.add({ operation, status: 500 }))[0] !== 'none')).toEqual([]);
});

it('a rejected fault is not added', async () => {
  const platform = platformAtNewYear();
  errorOf(() => platform.faults.add({ status: 503, failure: 'none' as never }));
  const { status } = await platform.fetch(`${platform.baseUrls().memory}/health`);
  expect(status).toBe(200);
});

it.each([
  [{ acounts: [] }, 'acounts', 'acounts is unknown: did you mean accounts?'],
  [{ accounts: [{ email: 'new@example.com', password: 'p' }, { emial: 'a@b.cd' }] }, 'accounts.1.emial', 'did you mean email?'],
  [
    { organizations: [{ name: 'A', owner: 'a@b.cd', members: [{ email: 'a@b.cd', rol: 'ADMIN' }] }] },
    'organizations.0.members.0.rol',
    'role?',
  ],
  [{ organizations: [{ name: 'A', owner: 'a@b.cd', projects: ['B', { nme: 'C' }] }] }, 'organizations.0.projects.1.nme', 'name?'],
  [{ analytics: [{ projectId: '1', traces: [{ scores: [{ name: 'a', valu: 1 }] }] }] }, 'analytics.0.traces.0.scores.0.valu', 'value?'],
  [
    { memoryUsers: [{ id: 'a', email: 'a', token: 't', memories: [{ content: 'a', appId: 'b' }] }] },
    'memoryUsers.0.memories.0.appId',
    'app_id?',
  ],
])('seed rejects %j, names %s and adds nothing', async (data, field, message) => {
  const platform = platformAtNewYear();
  const [kind, named, text] = errorOf(() =>
    platform.seed({ accounts: [{ email: 'new@example.com', password: 'p' }], ...(data as SeedData) }),
  );
  expect([kind, named]).toEqual(['invalid-input', field]);
  expect(text).toContain(message);
  // The rejected seed must not leave an account with this e-mail address.
  expect(platform.seed({ accounts: [{ email: 'new@example.com', password: 'p' }] }).accounts[0]!.id).toBe(
    platformAtNewYear().seed({ accounts: [{ email: 'new@example.com', password: 'p' }] }).accounts[0]!.id,
  );
});

it.each([
  ['null', undefined, 'the data must be an object'],
  ['{"accounts":5}', 'accounts', 'must be a list'],
  ['{"accounts":[null]}', 'accounts.0', 'must be an object'],
  ['{"accounts":[{"email":"new@example.com"}]}', 'accounts.0.password', 'is required'],
  ['{"organizations":[{"name":"A","owner":"ada@example.com","members":["a@b.cd"]}]}', 'organizations.0.members.0', 'must be an object'],
  ['{"organizations":[{"name":"A","owner":"ada@example.com","projects":[5]}]}', 'organizations.0.projects.0', 'must be a string or'],
  ['{"analytics":[{"projectId":"1","traces":"all"}]}', 'analytics.0.traces', 'samples'],
  ['{"wallets":[{"of":"ada@example.com","credits":"5"}]}', 'wallets.0.credits', 'must be a number'],
  ['{"subscriptions":[{"of":"Analytical Engines","tier":"gold"}]}', 'subscriptions.0.tier', 'must be one of pro, enterprise'],
  ['{"activity":[{"of":"A","project":"B","agentUserId":"c","at":"yesterday"}]}', 'activity.0.at', 'must be ISO 8601'],
  ['{"memoryUsers":[{"id":"a","token":"t"}]}', 'memoryUsers.0.email', 'is required'],
])('seed rejects the file %s, and names %s', (file, field, message) => {
  const platform = platformAtNewYear();
  const before = JSON.stringify(platform.snapshot());
  const [kind, named, text] = errorOf(() => platform.seed(JSON.parse(file) as SeedData));
  expect([kind, named]).toEqual(['invalid-input', field]);
  expect(text).toContain(message);
  expect(JSON.stringify(platform.snapshot())).toBe(before);
});

it('seed accepts any field in free-form values', () => {
  const traces = [{ input: { anything: 1 }, metadata: { anything: 1 }, scores: [{ name: 'a', value: 1, metadata: { anything: 1 } }] }];
  expect(errorOf(() => platformAtNewYear().seed({ analytics: [{ projectId: '1', traces }] }))).toEqual(['none']);
});

it.each([
  [
    { organizations: [{ name: 'A', owner: 'nobody@example.com' }] },
    'organizations',
    'no account has the e-mail address nobody@example.com',
  ],
  [
    { wallets: [{ of: 'nobody@example.com', credits: 1 }] },
    'wallets',
    'neither an account nor an organization is called nobody@example.com',
  ],
  [{ subscriptions: [{ of: 'Nothing', tier: 'pro' }] }, 'subscriptions', 'no organization is called Nothing'],
])('seed rejects %j, because the account or organization is missing', (data, field, message) => {
  const [kind, named, text] = errorOf(() => platformAtNewYear().seed(data as SeedData));
  expect([kind, named]).toEqual(['invalid-input', field]);
  expect(text).toContain(message);
});

it.each([
  [{ gateway: { models: [{ id: 'a/b', capabilty: 1 }] } }, 'gateway.models.0.capabilty', 'did you mean capability?'],
  [{ rateLimits: { login: { limit: 1, windowMs: 1000 } } }, 'rateLimits.login.windowMs', 'windowMs is unknown'],
  [{ wireNames: { 'organisations.create': { a: 'b' } } }, 'wireNames.organisations.create', 'did you mean organizations.create?'],
])('createLocalPlatform rejects %j and names %s', (options, field, message) => {
  const [kind, named, text] = errorOf(() => createLocalPlatform(options as LocalPlatformOptions));
  expect([kind, named]).toEqual(['invalid-input', field]);
  expect(text).toContain(message);
});
