import { isInsufficientCreditsError, isSubscriptionRequiredError } from '@platform-sdk/gateway';
import { expect, it } from 'vitest';
import { ask, createGatewayScene, failureOf } from './gateway-scene.ts';

/** The cost of the reply `You said: Hello there` to `Hello there`: 6 tokens at 0.015 credits each. */
const COST = 0.09;

it('a chat is charged to the organization if the project lacks a wallet', async () => {
  const { gateway, balance, wallets } = await createGatewayScene();
  await gateway.chat(ask('acme/sage'));
  await expect(balance('organization')).resolves.toBe(1000 - COST);
  const [wallet] = await wallets.list({ entity_type: 'organization' });
  const [transaction] = await wallets.transactions({ addressHash: wallet!.addressHash }).toArray({ limit: 1 });
  expect(transaction).toMatchObject({
    amount: COST,
    metadata: { model: 'acme/sage', prompt_tokens: 2, completion_tokens: 4, total_tokens: 6 },
  });
});

it('a chat is charged to the project first, then to the organization, then to its owner', async () => {
  const { gateway, balance, wallets, onlyInProject } = await createGatewayScene();
  await onlyInProject(COST);
  const [organization] = await wallets.list({ entity_type: 'organization' });
  const [owner] = await wallets.list({ entity_type: 'user' });
  await wallets.credit({ addressHash: organization!.addressHash, amount: COST });
  await wallets.credit({ addressHash: owner!.addressHash, amount: COST });
  const balances = () => Promise.all([balance('project'), balance('organization'), balance('user')]);

  await gateway.chat(ask('acme/sage'));
  await expect(balances()).resolves.toEqual([0, COST, COST]);
  await gateway.chatStream(ask('acme/sage')).final();
  await expect(balances()).resolves.toEqual([0, 0, COST]);
  await gateway.chat(ask('acme/sage'));
  await expect(balances()).resolves.toEqual([0, 0, 0]);
});

it('a chat returns 402 with the checked wallets if no wallet holds enough', async () => {
  const { gateway, wallets, onlyInProject } = await createGatewayScene();
  await onlyInProject(0.05);
  const error = await failureOf(gateway.chat(ask('acme/sage')));
  if (!isInsufficientCreditsError(error)) throw error;
  const all = await wallets.list();
  const addressOf = (type: string) => all.find(({ entityType }) => entityType === type)?.addressHash;
  expect(error).toMatchObject({ status: 402, code: 'INSUFFICIENT_CREDITS' });
  expect(error.body).toEqual({
    detail: 'Insufficient credits in all wallets.',
    error: {
      code: 'INSUFFICIENT_CREDITS',
      message: 'Insufficient credits in all wallets.',
      required_amount: COST,
      checked_wallets: [
        { addressHash: addressOf('project'), entityType: 'project', currency: 'CREDITS', balance: 0.05 },
        { addressHash: addressOf('organization'), entityType: 'organization', currency: 'CREDITS', balance: 0 },
        { addressHash: addressOf('user'), entityType: 'user', currency: 'CREDITS', balance: 0 },
      ],
    },
  });
  await expect(gateway.chatStream(ask('acme/sage')).final()).rejects.toMatchObject({ status: 402 });
  await expect(gateway.chat(ask('thrift/mini'))).resolves.toMatchObject({ model: 'thrift/mini' });
});

it('a chat reserves its possible cost while it is in progress', async () => {
  const { gateway, onlyInProject, balance } = await createGatewayScene();
  await onlyInProject(COST);
  const events = gateway.chatStream(ask('acme/sage'))[Symbol.asyncIterator]();
  await events.next();
  await expect(gateway.chat(ask('acme/sage'))).rejects.toMatchObject({ status: 402 });
  await events.return?.();
  await expect(balance('project')).resolves.toBeGreaterThan(0);
});

const key = { provider: 'acme', secretKey: 'sk-acme-0123456789' };

it("a chat with the project's own provider key costs nothing with an active subscription", async () => {
  const { platform, gateway, projects, place, balance } = await createGatewayScene();
  await projects.llmApiKeys.create({ ...place, ...key });
  platform.seed({ subscriptions: [{ of: 'Analytical Engines', tier: 'pro' }] });
  await expect(gateway.chat(ask('acme/sage'))).resolves.toMatchObject({ model: 'acme/sage' });
  await expect(balance('organization')).resolves.toBe(1000);
});

it.each([
  ['no', undefined, false],
  ['an ended', { of: 'Analytical Engines', tier: 'pro', active: false }, true],
] as const)('an own provider key gets 403 with %s subscription', async (_, subscription, subscription_found) => {
  const { platform, gateway, projects, place } = await createGatewayScene();
  await projects.llmApiKeys.create({ ...place, ...key });
  if (subscription) platform.seed({ subscriptions: [subscription] });
  const error = await failureOf(gateway.chat(ask('acme/sage')));
  if (!isSubscriptionRequiredError(error)) throw error;
  expect(error.body).toMatchObject({
    detail: 'Valid subscription required',
    error: { organization_id: place.organizationId, subscription_found },
  });
});

it("the project's own provider key is not used for another provider, or for models that the key excludes", async () => {
  const { gateway, projects, place, balance } = await createGatewayScene();
  await projects.llmApiKeys.create({ ...place, ...key, withDefaultModels: false, customModels: ['acme/swift'] });
  await gateway.chat(ask('thrift/mini'));
  await gateway.chat(ask('acme/sage'));
  await expect(balance('organization')).resolves.toBeLessThan(1000);
  await expect(gateway.chat(ask('acme/swift'))).rejects.toMatchObject({ status: 403 });
});

it("the project's own provider key is used for the fallback of another provider's model", async () => {
  const price = { capability: 1, creditsPerMillionTokens: 1000, latencyMs: 1 };
  const models = [
    { id: 'thrift/old', ...price, active: false, fallback: 'acme/new' },
    { id: 'acme/new', ...price },
  ];
  const { platform, gateway, projects, place, balance } = await createGatewayScene({ gateway: { models } });
  await projects.llmApiKeys.create({ ...place, ...key });
  const error = await failureOf(gateway.chat(ask('thrift/old')));
  expect(isSubscriptionRequiredError(error)).toBe(true);
  expect(error).toMatchObject({ status: 403, body: { error: { subscription_found: false } } });
  platform.seed({ subscriptions: [{ of: 'Analytical Engines', tier: 'pro' }] });
  await expect(gateway.chat(ask('thrift/old'))).resolves.toMatchObject({ model: 'acme/new' });
  await expect(balance('organization')).resolves.toBe(1000);
});

it("a model with the project's own provider key never uses a fallback", async () => {
  const { platform, gateway, projects, place } = await createGatewayScene();
  await projects.llmApiKeys.create({ ...place, ...key });
  platform.seed({ subscriptions: [{ of: 'Analytical Engines', tier: 'pro' }] });
  await expect(gateway.chat(ask('acme/retired'))).rejects.toMatchObject({ status: 400, code: 'MODEL_INACTIVE' });
});
