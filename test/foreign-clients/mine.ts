import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createLocalPlatform, serve, type LocalPlatform } from '@platform-sdk/local-platform';
import { formatSweep, sweep } from '@platform-sdk/local-platform/testing';
import { APICallError, generateText } from 'ai';
import OpenAI, { OpenAIError } from 'openai';

const local = createLocalPlatform();
const server = await serve(local);
const messages = [{ role: 'user' as const, content: 'Hello there' }];
const journeys = {
  openaiServe: async (l: LocalPlatform) => {
    const client = new OpenAI({ baseURL: server.baseUrls.gateway, apiKey: l.gatewayKey });
    return (await client.chat.completions.create({ model: 'acme/sage', messages })).choices[0]?.message.content;
  },
  openaiFetch: async (l: LocalPlatform) => {
    const client = new OpenAI({ baseURL: l.baseUrls().gateway, apiKey: l.gatewayKey, fetch: l.fetch });
    return (await client.chat.completions.create({ model: 'acme/sage', messages })).choices[0]?.message.content;
  },
  openaiOnce: async (l: LocalPlatform) => {
    const client = new OpenAI({ baseURL: server.baseUrls.gateway, apiKey: l.gatewayKey, maxRetries: 0 });
    return (await client.chat.completions.create({ model: 'acme/sage', messages })).choices[0]?.message.content;
  },
  aiSdk: async (l: LocalPlatform) => {
    const provider = createOpenAICompatible({ name: 'gateway', baseURL: server.baseUrls.gateway, apiKey: l.gatewayKey });
    return (await generateText({ model: provider('acme/sage'), prompt: 'Hello' })).text;
  },
  aiSdkFetch: async (l: LocalPlatform) => {
    const provider = createOpenAICompatible({ name: 'gateway', baseURL: l.baseUrls().gateway, apiKey: l.gatewayKey, fetch: l.fetch });
    return (await generateText({ model: provider('acme/sage'), prompt: 'Hello' })).text;
  },
  plain: async (l: LocalPlatform) => {
    const response = await fetch(`${server.baseUrls.gateway}/chat/completions`, { method: 'POST', headers: { authorization: `Bearer ${l.gatewayKey}`, 'content-type': 'application/json' }, body: JSON.stringify({ model: 'acme/sage', messages }) });
    return response.json();
  },
};
for (const journey of Object.values(journeys)) {
  const t = process.hrtime.bigint();
  const report = await sweep({ local, journey, accepts: (error) => error instanceof OpenAIError || APICallError.isInstance(error) || (error as Error).name.startsWith('AI_') });
  console.log(formatSweep(report));
  for (const c of report.cells) console.log(c.id, c.result, c.error);
  console.log(Number(process.hrtime.bigint() - t) / 1e9, 's');
}
await server.close();
