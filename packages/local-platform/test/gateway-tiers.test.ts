import { createLimiter, parseRateLimits, type GatewayRateLimits } from '@platform-sdk/gateway';
import { expect, it } from 'vitest';
import { ask, createGatewayScene, failureOf, type GatewayScene } from './gateway-scene.ts';

const chat = ({ gateway }: GatewayScene, onLimits: (limits: GatewayRateLimits) => void = () => undefined) =>
  gateway.chat(ask('thrift/mini'), { onResponse: ({ headers }) => onLimits(parseRateLimits(headers)) });

/** Opens this number of streams and leaves them open. */
const openStreams = (scene: GatewayScene, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const events = scene.gateway.chatStream(ask('thrift/mini'))[Symbol.asyncIterator]();
      await events.next();
      return events;
    }),
  );

it('every response of the gateway contains the number of remaining requests', async () => {
  const scene = await createGatewayScene();
  const seen: GatewayRateLimits[] = [];
  await chat(scene, (limits) => seen.push(limits));
  scene.platform.clock.advance(20_000);
  await chat(scene, (limits) => seen.push(limits));
  expect(seen.map(({ requests }) => requests)).toEqual([
    { limit: 60, remaining: 59, reset: '60s' },
    { limit: 60, remaining: 58, reset: '40s' },
  ]);
});

it.each([
  ['free', undefined, 60],
  ['free', { of: 'Analytical Engines', tier: 'pro', active: false }, 60],
  ['pro', { of: 'Analytical Engines', tier: 'pro' }, 1000],
  ['enterprise', { of: 'Analytical Engines', tier: 'enterprise' }, 5000],
] as const)('the tier of an organization is %s with the subscription %j', async (_, subscription, limit) => {
  const scene = await createGatewayScene();
  if (subscription) scene.platform.seed({ subscriptions: [subscription] });
  let seen: GatewayRateLimits | undefined;
  await chat(scene, (limits) => (seen = limits));
  expect(seen?.requests.limit).toBe(limit);
});

it('the gateway returns 429 after 60 requests until the minute has passed', async () => {
  const scene = await createGatewayScene();
  for (let count = 0; count < 60; count++) await chat(scene);
  scene.platform.clock.advance(45_000);
  let seen: GatewayRateLimits | undefined;
  const error = await failureOf(chat(scene, (limits) => (seen = limits)));
  expect(error).toMatchObject({
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    retryAfterSeconds: 15,
    body: { detail: 'Rate limit exceeded: 60 requests per minute.' },
  });
  expect(seen?.requests).toEqual({ limit: 60, remaining: 0, reset: '15s' });
  scene.platform.clock.advance(15_000);
  await expect(chat(scene)).resolves.toMatchObject({ model: 'thrift/mini' });
});

it('the gateway returns 429 for a sixth concurrent request', async () => {
  const scene = await createGatewayScene();
  const [first, second] = await openStreams(scene, 5);
  await expect(chat(scene)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 });
  await first!.return?.();
  await expect(chat(scene)).resolves.toMatchObject({ model: 'thrift/mini' });
  await openStreams(scene, 1);
  while (!(await second!.next()).done);
  await expect(chat(scene)).resolves.toMatchObject({ model: 'thrift/mini' });
});

it.each([
  ['pro', 50],
  ['enterprise', 200],
] as const)('the tier %s returns 429 for more than %d concurrent requests', async (tier, atOnce) => {
  const scene = await createGatewayScene();
  scene.platform.seed({ subscriptions: [{ of: 'Analytical Engines', tier }] });
  const [first] = await openStreams(scene, atOnce);
  await expect(chat(scene)).rejects.toMatchObject({
    status: 429,
    retryAfterSeconds: 1,
    body: { detail: `Rate limit exceeded: ${atOnce} concurrent requests.` },
  });
  await first!.return?.();
  await expect(chat(scene)).resolves.toMatchObject({ model: 'thrift/mini' });
});

it('the gateway does not count failed requests as concurrent', async () => {
  const { gateway } = await createGatewayScene();
  for (let count = 0; count < 6; count++) await failureOf(gateway.chat(ask('acme/never')));
  await expect(gateway.chat(ask('thrift/mini'))).resolves.toMatchObject({ model: 'thrift/mini' });
});

it('the gateway rejects no chat of a client that uses the limiter of its tier', async () => {
  const scene = await createGatewayScene();
  const gateway = scene.gatewayWith({ limiter: createLimiter({ tier: 'free' }) });
  const completions = await Promise.all(Array.from({ length: 30 }, () => gateway.chatStream(ask('thrift/mini')).final()));
  expect(completions).toHaveLength(30);
});
