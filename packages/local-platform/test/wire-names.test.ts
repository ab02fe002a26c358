import { expect, it } from 'vitest';
import { platformAtNewYear, send, signInReady } from './raw-request.ts';

it('wireNames rename a field of a request body', async () => {
  const platform = platformAtNewYear({ wireNames: { 'auth.login': { username: 'login', password: 'pass' } } });
  const ours = { username: 'ada@example.com', password: 'difference-engine' };
  const theirs = { login: 'ada@example.com', pass: 'difference-engine' };

  await expect(send(platform, 'POST /auth/v1/oauth/token', { body: theirs })).resolves.toMatchObject({ status: 200 });
  // The deployment's name replaces the name in the contract.
  await expect(send(platform, 'POST /auth/v1/oauth/token', { body: ours })).resolves.toMatchObject({ status: 422 });
  expect(platform.requestLog.at(-1)?.unknownFields).toEqual(['username', 'password']);
  const both = { ...theirs, username: 'nobody@example.com' };
  await expect(send(platform, 'POST /auth/v1/oauth/token', { body: both })).resolves.toMatchObject({ status: 200 });
});

it('wireNames rename a wrapper and its fields, and reject the old names', async () => {
  const names = { agentPass: 'agent_pass', 'agentPass.title': 'name' };
  const platform = platformAtNewYear({ wireNames: { 'agentPasses.create': names } });
  const token = await signInReady(platform);
  const [organization] = ((await send(platform, 'GET /control/v1/organizations', { token })).body as { data: { id: string }[] }).data;
  const create = async (body: object): Promise<number> =>
    (await send(platform, `POST /control/v1/organizations/${organization?.id}/projects/1/agent_passes`, { token, body })).status;

  expect(await create({ agent_pass: { name: 'Deploys' } })).toBe(200);
  expect(await create({ agent_pass: { title: 'Deploys' } })).toBe(422);
  expect(await create({ agentPass: { name: 'Deploys' } })).toBe(422);
});

it('wireNames rename a field of a response', async () => {
  const platform = platformAtNewYear({ wireNames: { 'auth.tokenInfo': { 'data.attributes.expiresIn': 'seconds_left' } } });
  const { body } = await send(platform, 'GET /auth/v1/oauth/token/info', { token: await signInReady(platform) });

  expect(body).toMatchObject({ data: { attributes: { seconds_left: 900 } } });
  expect(body).not.toHaveProperty('data.attributes.expiresIn');
});

it('wireNames rename a query parameter', async () => {
  const platform = platformAtNewYear({ wireNames: { 'auth.logout': { logoutCurrentDevice: 'this_device' } } });
  const token = await signInReady(platform);

  await expect(send(platform, 'GET /auth/v1/oauth/token/revoke?this_device=maybe', { token })).resolves.toMatchObject({ status: 422 });
  await expect(send(platform, 'GET /auth/v1/oauth/token/revoke?logoutCurrentDevice=maybe', { token })).resolves.toMatchObject({
    status: 200,
  });
  expect(platform.requestLog.at(-1)?.unknownFields).toEqual(['logoutCurrentDevice']);
  const again = await signInReady(platform);
  await expect(send(platform, 'GET /auth/v1/oauth/token/revoke?this_device=true', { token: again })).resolves.toMatchObject({
    status: 200,
  });
});
