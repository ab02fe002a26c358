import { createAuthClient } from '@platform-sdk/auth';
import { runDrift, type DriftReport } from '@platform-sdk/cli';
import { createPlatform } from '@platform-sdk/core';
import type { LocalPlatform } from '@platform-sdk/local-platform';
import { expect, it } from 'vitest';
import { populatedPlatform } from './populated-platform.ts';

/** Returns the account options, with a person who reads the codes and tokens in the platform's inbox. */
const personOf = ({ inbox }: LocalPlatform, questions: string[] = []) => ({
  email: 'ada+{name}@example.org',
  ask: async (question: string): Promise<string | undefined> => {
    questions.push(question.replace(/sdk-drift-\w+/, '...'));
    const message = inbox.latest(/\S+@[\w.]+/.exec(question)?.[0] ?? '');
    return message?.code ?? message?.token;
  },
});

const statesOf = ({ operations }: DriftReport, state: string): string[] =>
  Object.entries(operations).flatMap(([name, each]) => (each.state === state ? [name] : []));

it('drift with all options calls every operation except operations that need a phone or move credits', async () => {
  const { local, options, account } = await populatedPlatform();
  const questions: string[] = [];
  const accounts = personOf(local, questions);
  const report = await runDrift({ options, account, accounts, allowWrites: true, allowBilled: true, site: local.sampleSite });

  expect(statesOf(report, 'skipped')).toEqual([
    'auth.activateByPhone',
    'wallets.credit',
    'wallets.debit',
    'wallets.transact',
    'wallets.transfers.accept',
    'wallets.transfers.create',
    'wallets.transfers.reject',
    'wallets.transfers.verifySender',
  ]);
  expect(report.findings).toEqual([]);
  expect(report.summary).toMatchObject({ failed: 0, leftBehind: 0 });
  expect(questions).toEqual([
    'The last code that was sent to ada+...@example.org: ',
    'The token of the password reset that was sent to ada+...@example.org: ',
  ]);
});

it("drift --allow-accounts does not change the caller's account, members and memories", async () => {
  const { local, options, account } = await populatedPlatform();
  const read = async () => {
    const report = await runDrift({ options, account });
    return Object.entries(report.operations).filter(([name]) =>
      /^(?:settings|memory|projects|agentPasses)\.|members|invitations/i.test(name),
    );
  };
  const before = await read();
  await runDrift({ options, account, accounts: personOf(local) });
  expect(await read()).toEqual(before);
  expect(local.requestLog.at(-1)).toMatchObject({ operation: 'auth.logout', status: 200 });
});

it('drift --allow-accounts continues without an account if the user enters no activation code', async () => {
  const { options, account } = await populatedPlatform();
  const accounts = { email: 'ada+{name}@example.org', ask: async () => undefined };
  const report = await runDrift({ options, account, accounts });
  expect(report.operations['auth.activateByEmail']).toMatchObject({ state: 'skipped', reason: 'it was not called' });
  expect(report.operations['memory.profile.merge']).toMatchObject({ state: 'compared' });
  expect(report.summary).toMatchObject({ failed: 0, differences: 0, leftBehind: 0 });
});

it('drift names the option --allow-accounts for calls that need it', async () => {
  const { options, account } = await populatedPlatform();
  const { operations } = await runDrift({ options, account, allowWrites: true });
  expect(operations['auth.register']).toEqual({ state: 'skipped', reason: 'it needs an account of the run: --allow-accounts' });
});

it('drift does not sign out of the session of a given access token', async () => {
  const { local, options, account } = await populatedPlatform();
  const auth = createAuthClient(createPlatform(options));
  const { accessToken } = await auth.login(account);
  await runDrift({ options: { ...options, accessToken } });
  expect(local.requestLog.map(({ operation }) => operation)).toContain('organizations.list');
  expect(local.requestLog.map(({ operation }) => operation)).not.toContain('auth.logout');
});

it('drift ends its sessions and removes its project when it is stopped', async () => {
  const { local, options, account } = await populatedPlatform();
  const stop = new AbortController();
  const fetch: typeof local.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.includes('/deny_access/')) stop.abort();
    return local.fetch(request);
  };
  const report = await runDrift({ options: { ...options, fetch }, account, accounts: personOf(local), signal: stop.signal });
  const operations = local.requestLog.map(({ operation, status }) => `${operation} ${status}`);
  expect(operations.slice(-3)).toEqual(['auth.logout 200', 'projects.remove 200', 'auth.logout 200']);
  expect(report.summary.leftBehind).toBe(0);
});
