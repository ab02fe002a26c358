import { expect, it } from 'vitest';
import { nowhere, run } from './run.ts';

interface Described {
  readonly name: string;
  readonly about: string;
  readonly needsYes: boolean;
  readonly inputs: readonly { readonly flag: string; readonly about: string }[];
}

const described = async (): Promise<readonly Described[]> => {
  const { out } = await run(['commands', '--json']);
  return (JSON.parse(out) as { readonly operations: readonly Described[] }).operations;
};

it('the help of every operation lists all inputs, and fits into the terminal', async () => {
  for (const { name, about, inputs } of await described()) {
    const { code, out, err } = await run(['call', name, '--help'], nowhere, { columns: 80 });

    expect([code, err, about]).toEqual([0, '', expect.stringMatching(/^[A-Z].*\.$/)]);
    expect(out).toMatch(new RegExp(`^Usage: platform-sdk call ${name}`));
    const unlisted = inputs.filter(({ flag }) => !out.includes(`\n  ${flag}`));
    // The usage, a flag with its values, and a single word are not broken.
    const long = out.split('\n').filter((line) => line.length > 80 && !/^(?:Usage:| {2}--| +\S+$|Reference )/.test(line));
    expect({ name, unlisted, long }).toEqual({ name, unlisted: [], long: [] });
  }
});

it('the help of an operation contains limits of inputs, credentials, failures and the reference page', async () => {
  const { out } = await run(['call', 'wallets.debit', '--help'], nowhere, { columns: 80 });

  expect(out).toBe(`Usage: platform-sdk call wallets.debit --address-hash <string> --amount <number> [options]

Takes funds out of a wallet. Users may debit their own wallets. The request is
sent once and never retried. Returns undefined if the response does not contain
the transaction.

Inputs
  --address-hash <string>
      Required.
  --amount <number>
      Required. From 0.000001 to 9007199254740991.
  --currency <string>
      The asset of the amount. Default: the wallet's asset.
  --description <string>
      A description. Default: none.
  --metadata <json>
      Data to store with the transaction, such as your own reference. Default:
      none.

Request       POST {PLATFORM_WALLETS_URL}/wallets/{addressHash}/debits
Credentials   PLATFORM_API_KEY, and a user: platform-sdk login
Retried       never, it is sent once
Result        an object
Failures      402, 403, 404
Reference     @platform-sdk/wallets/docs/reference/debit.md
Confirmation  required, as it is sent once (--yes)

Options and exit codes: platform-sdk call --help
`);
});

it('call accepts an operation name in kebab case, such as agent-passes.rotate-key', async () => {
  expect((await run(['call', 'agent-passes.rotate-key', '--help'])).out).toMatch(/^Usage: platform-sdk call agentPasses\.rotateKey/);
});

it('platform-sdk commands lists the operations of a service', async () => {
  const { code, out } = await run(['commands', 'converter'], nowhere, { columns: 60 });

  expect(code).toBe(0);
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]),
  ).toEqual(['batch', 'convert', 'crawl', 'download', 'health'].map((name) => `converter.${name}`));
  for (const line of out.trim().split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  expect(await run(['commands', 'convertor'])).toMatchObject({ code: 2, out: '' });
});

it('operations that are never retried or that remove something need a confirmation', async () => {
  const names = (await described()).flatMap(({ name, needsYes }) => (needsYes ? [name] : []));

  expect(names).toEqual(
    expect.arrayContaining([
      'wallets.transact',
      'auth.logout',
      'agentPasses.revoke',
      'agentPasses.create',
      'projects.remove',
      'memory.profile.clear',
      'projects.access.deny',
    ]),
  );
  expect(names.filter((name) => /\.(?:get|list|search|chat|chatStream|update|history)$/.test(name))).toEqual([]);
});

it('all flags of an operation have different names', async () => {
  for (const { name, inputs } of await described())
    expect([name, new Set(inputs.map(({ flag }) => flag)).size]).toEqual([name, inputs.length]);
});
