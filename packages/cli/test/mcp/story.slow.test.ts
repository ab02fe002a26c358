import { createMCPClient, ElicitationRequestSchema } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { platformGateway } from '@platform-sdk/ai-sdk';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { generateText, stepCountIs } from 'ai';
import { expect, it, onTestFinished } from 'vitest';
import { mcpCommand } from './processes.ts';

type Results = readonly string[];
type Plan = readonly ((results: Results) => { readonly name: string; readonly arguments: object })[];

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** Creates a model for the local gateway. Its next tool call follows from a plan and from the results of earlier tools. */
const planner =
  (plan: Plan): typeof fetch =>
  async (_, init) => {
    const { messages } = JSON.parse(init?.body as string) as { readonly messages: readonly Message[] };
    const results = messages
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
    const step = plan[results.length]?.(results);
    const toolCall = step && {
      id: `call-${results.length}`,
      type: 'function',
      function: { name: step.name, arguments: JSON.stringify(step.arguments) },
    };
    const message = toolCall ? { role: 'assistant', content: null, tool_calls: [toolCall] } : { role: 'assistant', content: 'Done.' };
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const choices = [{ index: 0, message, finish_reason: toolCall ? 'tool_calls' : 'stop' }];
    return Response.json({ id: `c-${results.length}`, object: 'chat.completion', created: 1, model: 'acme/sage', choices, usage });
  };

const call = (operation: string, input: object = {}, fields?: readonly string[]) => ({
  name: 'call',
  arguments: { operation, input, ...(fields && { fields }) },
});

/** Returns the first value of a field in a result. Ignores text around the JSON. */
const valueIn = (result: string | undefined, name: string, index = 0): string =>
  [...(result ?? '').replaceAll('\\', '').matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g'))][index]?.[1] ?? `no ${name}`;

const PLAN: Plan = [
  () => ({ name: 'search', arguments: { query: 'create an organization' } }),
  () => ({ name: 'describe', arguments: { operation: 'organizations.create' } }),
  () => call('organizations.create', { name: 'Difference Engines' }),
  (results) => call('organizations.invitations.create', { organizationId: valueIn(results[2], 'id'), email: 'grace@example.com' }),
  () => call('wallets.list', {}, ['addressHash', 'entityType']),
  (results) => call('wallets.credit', { addressHash: valueIn(results[4], 'addressHash'), amount: 50, currency: 'CREDITS' }),
  (results) => call('wallets.transact', payment(results, 30)),
  () => call('gateway.chat', { model: 'auto', messages: [{ role: 'user', content: 'What is a difference engine?' }] }),
  // The user declines the second payment.
  (results) => call('wallets.transact', payment(results, 700)),
  () => call('wallets.list', { entity_type: 'user' }, ['balance']),
];

const payment = (results: Results, amount: number): object => ({
  from_wallet: valueIn(results[4], 'addressHash'),
  to_wallet: valueIn(results[4], 'addressHash', 1),
  amount,
  source_asset: 'CREDITS',
});

it('an agent of the AI SDK creates, invites, funds, pays and chats, and the user declines its last payment', async () => {
  const { command, args } = mcpCommand('--local', '--allow-writes', '--max-calls', '20');
  const client = await createMCPClient({
    transport: new StdioMCPTransport({ command, args, stderr: 'ignore' }),
    capabilities: { elicitation: {} },
  });
  onTestFinished(() => client.close());
  const questions: string[] = [];
  client.onElicitationRequest(ElicitationRequestSchema, ({ params: { message } }) => {
    questions.push(message);
    return message.includes('amount: 700') ? { action: 'decline' } : { action: 'accept', content: { allow: true } };
  });

  const local = createLocalPlatform({ gateway: { upstream: { baseUrl: 'https://models.test/v1', fetch: planner(PLAN) } } });
  const platform = createPlatform({
    baseUrls: local.baseUrls(),
    fetch: (input, init) => local.fetch(input, init),
    tokens: { gateway: local.gatewayKey },
  });
  onTestFinished(() => platform.dispose());

  const { steps, text } = await generateText({
    model: platformGateway(platform)('acme/sage'),
    tools: await client.tools(),
    stopWhen: stepCountIs(PLAN.length + 1),
    prompt: 'Create an organization, invite Grace, fund its wallet, pay, and ask a model.',
  });

  const outputs = steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => JSON.stringify(output).replaceAll('\\', '')));
  expect(text).toBe('Done.');
  expect(outputs).toHaveLength(10);
  expect(outputs[0]).toMatch(/organizations\.create: Creates an organization/);
  expect(outputs[1]).toMatch(/"required":\["name"\]/);
  expect(outputs[2]).toMatch(/"name":"Difference Engines"/);
  expect(outputs[3]).toMatch(/"email":"grace@example\.com"/);
  expect(outputs[5]).toMatch(/"result":/);
  expect(outputs[6]).toMatch(/"result":/);
  expect(outputs[7]).toMatch(/You said: What is a difference engine\?/);
  expect(outputs[8]).toMatch(/declined wallets\.transact\. Nothing was sent/);
  // The balance is 100 + 30, without the declined 700.
  expect(outputs[9]).toMatch(/"balance":130\b/);
  expect(questions.map((question) => /wants to call (\w+(?:\.\w+)+)/.exec(question)?.[1])).toEqual([
    'wallets.credit',
    'wallets.transact',
    'gateway.chat',
    'wallets.transact',
  ]);
});
