import { describe, expect, it } from 'vitest';
import { platformAtNewYear, send, signInReady } from './raw-request.ts';

describe('wireNames', () => {
  it("reads a field of a body under the deployment's name", async () => {
    const platform = platformAtNewYear({ wireNames: { 'auth.login': { username: 'login', password: 'pass' } } });
    const ours = { username: 'ada@example.com', password: 'difference-engine' };
    const theirs = { login: 'ada@example.com', pass: 'difference-engine' };

    await expect(send(platform, 'POST /auth/v1/oauth/token', { body: theirs })).resolves.toMatchObject({ status: 200 });
    await expect(send(platform, 'POST /auth/v1/oauth/token', { body: ours })).resolves.toMatchObject({ status: 200 });
  });

  it('writes a field of a response by the name of the deployment', async () => {
    const platform = platformAtNewYear({ wireNames: { 'auth.tokenInfo': { 'data.attributes.expiresIn': 'seconds_left' } } });
    const { body } = await send(platform, 'GET /auth/v1/oauth/token/info', { token: await signInReady(platform) });

    expect(body).toMatchObject({ data: { attributes: { seconds_left: 900 } } });
    expect(body).not.toHaveProperty('data.attributes.expiresIn');
  });

  it("reads a query parameter under the deployment's name", async () => {
    const platform = platformAtNewYear({ wireNames: { 'auth.logout': { logoutCurrentDevice: 'this_device' } } });
    const token = await signInReady(platform);

    await expect(send(platform, 'GET /auth/v1/oauth/token/revoke?this_device=maybe', { token })).resolves.toMatchObject({ status: 422 });
    await expect(send(platform, 'GET /auth/v1/oauth/token/revoke?this_device=true', { token })).resolves.toMatchObject({ status: 200 });
  });
});
