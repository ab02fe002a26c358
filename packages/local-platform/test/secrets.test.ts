import type { LocalPlatform, LocalPlatformOptions } from '@platform-sdk/local-platform';
import { expect, it } from 'vitest';
import { createMemoryScene } from './memory-scene.ts';
import { idIn, platformAtNewYear, send, signIn } from './raw-request.ts';
import { createWalletScene } from './wallets-scene.ts';

const NEW = { username: 'new@example.com', password: 'p' };

const register = async (platform: LocalPlatform): Promise<string> =>
  ((await send(platform, 'POST /auth/v1/users', { body: NEW })).body as { id: string }).id;

const codeOf = (platform: LocalPlatform, address = NEW.username): string => platform.inbox.latest(address)?.code ?? '';

/** Returns every secret that a caller can receive, by its purpose. */
const secretsOf = async (options: LocalPlatformOptions = {}): Promise<Record<string, string>> => {
  const platform = platformAtNewYear(options);
  const { email } = platform.account;
  const reset = async (): Promise<string> => {
    await send(platform, 'POST /auth/v1/users/password/reset_request', { body: { email } });
    return platform.inbox.latest(email)?.token ?? '';
  };
  const { accessToken, refreshToken } = await signIn(platform, email, platform.account.password);
  await register(platform);
  const memory = await send(platform, 'POST /memory/v1/users', {
    body: { id: crypto.randomUUID(), email: 'm@example.com', gateway_api_key: 'k' },
  });
  return {
    accessToken,
    refreshToken,
    resetToken: await reset(),
    nextResetToken: await reset(),
    activationCode: codeOf(platform),
    memoryToken: /mem_\w+/.exec(JSON.stringify(memory.body))?.[0] ?? '',
  };
};

const wrong = (code: string): string => (code === '999999' ? '999998' : '999999');

it('two platforms with the same calls create different secrets', async () => {
  const [one, other] = [await secretsOf(), await secretsOf()];
  expect(Object.keys(one).filter((name) => one[name] === other[name])).toEqual([]);
});

it('secrets are equal if the random values are equal', async () => {
  const counting = (): NonNullable<LocalPlatformOptions['random']> => {
    let last = 0;
    return (bytes) => bytes.set(bytes.map(() => ++last));
  };
  const { accessToken: _, ...one } = await secretsOf({ random: counting() });
  const { accessToken: __, ...other } = await secretsOf({ random: counting() });
  expect(one).toEqual(other);
});

it('two consecutive reset tokens share fewer than half of their digits', async () => {
  const { resetToken = '', nextResetToken = '' } = await secretsOf();
  const digits = resetToken.replace('reset-', '').replaceAll('-', '').split('');
  const next = nextResetToken.replace('reset-', '').replaceAll('-', '').split('');
  expect(digits).toHaveLength(32);
  expect(digits.filter((digit, index) => digit === next[index]).length).toBeLessThan(16);
});

it('after 10 wrong attempts, an activation code is rejected until a new code is sent', async () => {
  const platform = platformAtNewYear();
  const id = await register(platform);
  const activate = (code: string) => send(platform, `POST /auth/v1/users/${id}/activate/email`, { body: { code } });
  const first = codeOf(platform);
  for (let attempt = 1; attempt <= 10; attempt++)
    expect(await activate(wrong(first))).toMatchObject({ status: 422, body: { errors: [{ code: 'INVALID_CODE' }] } });
  expect(await activate(first)).toMatchObject({ status: 422, body: { errors: [{ code: 'TOO_MANY_ATTEMPTS' }] } });

  await send(platform, `POST /auth/v1/users/${id}/resend_activation`);
  expect((await activate(codeOf(platform))).status).toBe(200);
});

it('an activation code can be resent at most 100 times a minute', async () => {
  const platform = platformAtNewYear();
  const id = await register(platform);
  const resend = () => send(platform, `POST /auth/v1/users/${id}/resend_activation`);
  for (let time = 1; time <= 100; time++) expect((await resend()).status).toBe(200);
  expect((await resend()).status).toBe(429);
});

it('the code of a transfer is rejected after 10 wrong attempts', async () => {
  const scene = await createWalletScene();
  await scene.credit(scene.own.mia, 50);
  const made = await scene.as('mia', 'POST /wallet_transfers', {
    wallet_transfer: { from_wallet: scene.own.mia, to_wallet: scene.own.adam, amount: 5 },
  });
  const transferId = idIn(made);
  const code = codeOf(scene.platform, 'mia@example.com');
  const verify = (verification_code: string) =>
    scene.as('mia', `POST /wallet_transfers/${transferId}/verify_sender`, { verification_code });
  for (let attempt = 1; attempt <= 10; attempt++) expect((await verify(wrong(code))).status).toBe(422);
  expect(await verify(code)).toMatchObject({ status: 422, body: { errors: [{ code: 'TOO_MANY_ATTEMPTS' }] } });
});

it('a long-lived platform keeps the last 1,000 messages', async () => {
  const platform = platformAtNewYear({ rateLimits: { registration: { limit: Infinity, windowSeconds: 60 } } });
  const id = await register(platform);
  for (let time = 0; time < 1010; time++) await send(platform, `POST /auth/v1/users/${id}/resend_activation`);
  expect(platform.inbox.all).toHaveLength(1000);
});

it('a long-lived platform cuts long URLs, and long names in a body', async () => {
  const platform = createMemoryScene().platform;
  const long = 'a'.repeat(10_000);
  await send(platform, `POST /auth/v1/${long}`, { body: {} });
  await send(platform, 'POST /auth/v1/oauth/token', { body: { username: 'a', password: 'b', [long]: 1 } });
  for (const { path, unknownFields } of platform.requestLog) expect(JSON.stringify([path, unknownFields]).length).toBeLessThan(1100);
});
