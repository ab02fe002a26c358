import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform, PlatformError, type Platform, type PlatformOptions } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createMemoryClient, type Conversation, type ConversationOptions } from '@platform-sdk/memory';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createSettingsStore } from '@platform-sdk/settings';
import { createUploadClient } from '@platform-sdk/upload';
import { createWalletsClient, type ReconcilableError } from '@platform-sdk/wallets';
import { SignatureKind } from 'typescript/unstable/sync';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { publishedPackages } from '@platform-sdk/build/workspace';
import { withVirtualSource } from '../helpers/virtual-source.ts';

type Callback = () => void;

const origin = 'https://api.test';
const tokens = { id: 'user-1', accessToken: 'access-1', refreshToken: 'refresh-1' };
const completion = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
const emptyZip = new Uint8Array([80, 75, 5, 6, ...Array.from({ length: 18 }, () => 0)]);

/** Returns a platform whose requests get these responses in order, and then the last response again. */
const platformOf = (responses: readonly (Response | Error)[], options: PlatformOptions = {}): Platform => {
  let count = 0;
  return createPlatform({
    apiKey: 'key',
    accessToken: 'token',
    tokens: { gateway: 'gateway', upload: 'upload', memory: 'memory' },
    baseUrls: {
      auth: `${origin}/v1`,
      organizations: `${origin}/v1`,
      gateway: `${origin}/v1`,
      upload: origin,
      converter: origin,
      memory: origin,
    },
    fetch: async (input, init) => {
      // Reads the body of the request, as a server would.
      await new Request(input, init).text();
      const response = responses[Math.min(count++, responses.length - 1)];
      if (response instanceof Response) return response.clone();
      throw response ?? new Error('No response is prepared');
    },
    ...options,
  });
};

const organizations = (): Response => Response.json({ data: [] });

const SESSION = '3f0c3ae2-5f3c-4f43-9d6c-0a4d5c6a7b8c';
const history = Response.json({ session_id: SESSION, messages: [] });
const chat = new Response(
  'event: message\ndata: {"chunk":"Hi","id":"1"}\n\nevent: done\ndata: {"status":"completed","usage":{"tokens_in":1,"tokens_out":1},"cost_usd":0,"model":"m"}\n\n',
  { headers: { 'Content-Type': 'text/event-stream' } },
);
const conversationOf = (answers: Parameters<typeof platformOf>[0], options: ConversationOptions): Conversation =>
  createMemoryClient(platformOf(answers)).conversation({ session_id: SESSION }, options);

/** Every callback of the public API by its path, with a scene that calls it. */
const scenes: Readonly<Record<string, (callback: Callback) => Promise<unknown>>> = {
  'CallOptions.onResponse': (onResponse) => createOrganizationsClient(platformOf([organizations()])).list({}, { onResponse }),
  'CallOptions.onResponse of a failure': (onResponse) =>
    createOrganizationsClient(platformOf([Response.json({ message: 'No.' }, { status: 422 })])).list({}, { onResponse }),
  'CallOptions.onResponse of a stream': (onResponse) =>
    createGatewayClient(platformOf([new Response(completion, { headers: { 'Content-Type': 'text/event-stream' } })]))
      .chatStream({ model: 'auto', messages: [{ role: 'user', content: 'Hi' }] }, { onResponse })
      .final(),
  'CallOptions.onResponse of reconcile': async (onResponse) => {
    const lost = new TypeError('terminated');
    const wallets = createWalletsClient(platformOf([lost, Response.json({ data: [] })]));
    const input = { addressHash: '0xA1', amount: 1, currency: 'CREDITS' };
    const error = (await wallets.debit(input).catch((reason: unknown) => reason)) as ReconcilableError;
    return error.reconcile({ onResponse });
  },
  'PlatformOptions.onResponse': (onResponse) => createOrganizationsClient(platformOf([organizations()], { onResponse })).list(),
  'PlatformOptions.logger': (logger) => createOrganizationsClient(platformOf([organizations()], { logger })).list(),
  'Session.subscribe': async (listener) => {
    const platform = createPlatform();
    platform.session.subscribe(listener);
    await platform.session.set(tokens);
    return (await platform.session.get())?.id;
  },
  'SettingsStore.subscribe': async (listener) => {
    const settings = createSettingsStore(platformOf([new Response(null, { status: 204 })]));
    settings.subscribe(listener);
    settings.set({ theme: 'dark' });
    const isSent = await settings.flush();
    settings.dispose();
    return { isSent, settings: settings.get() };
  },
  'SettingsStore.onError': async (listener) => {
    const settings = createSettingsStore(platformOf([Response.json({ message: 'No.' }, { status: 422 })]));
    settings.onError(listener);
    settings.set({ theme: 'dark' });
    const isSent = await settings.flush();
    settings.dispose();
    return { isSent, pending: settings.pending() };
  },
  'UploadOptions.onProgress': (onProgress) => {
    const extraction = { file_id: '1', filename: 'a.txt', extracted_text: 'a', metadata: { pages: 1, has_images: false } };
    const upload = createUploadClient(platformOf([Response.json(extraction)]));
    return upload.upload({ file: new File(['a'], 'a.txt') }, { onProgress });
  },
  'DownloadOptions.onProgress': async (onProgress) => {
    const converter = createConverterClient(platformOf([new Response(emptyZip, { headers: { 'Content-Type': 'application/zip' } })]));
    const archive = await converter.download({ site: 'example.com' }, { onProgress });
    return (await archive.blob()).size;
  },
  'Conversation.subscribe': async (listener) => {
    const conversation = conversationOf([history, chat], {});
    conversation.subscribe(listener);
    await conversation.send('Hello');
    return conversation.get();
  },
  'ConversationOptions.onFinish': async (onFinish) => {
    const conversation = conversationOf([history, chat], { onFinish });
    await conversation.send('Hello');
    return conversation.get();
  },
  'ConversationOptions.onError': async (onError) => {
    const conversation = conversationOf([history, Response.json({ detail: 'No.' }, { status: 402 })], { onError });
    await conversation.send('Hello');
    return conversation.get().status;
  },
  'SaveJobOptions.onProgress': async (onProgress) => {
    const url = 'https://a.example/';
    const log = `Converting\n__JSON__${JSON.stringify({ success: true, results: [{ url, success: true, markdown: '# A' }] })}`;
    const converter = createConverterClient(platformOf([new Response(log, { headers: { 'Content-Type': 'text/plain' } })]));
    const { files } = await converter.batchTo({ folder: newFolder(), urls: [url] }, { onProgress });
    return [...files];
  },
  'PollOptions.onFailure': async (onFailure) => {
    const metrics = { total_requests: 1 };
    const client = createAgentPassesClient(platformOf([Response.json({}, { status: 503 }), Response.json(metrics)]));
    const watch = client.activity.watchMetrics({ agent_user_id: 'agent-1' }, { onFailure })[Symbol.asyncIterator]();
    const first = watch.next();
    await vi.advanceTimersByTimeAsync(120_000);
    const found = await first;
    await watch.return?.();
    return found;
  },
};

/** Returns the result of a scene, or the JSON of its error. */
const resultOf = async (scene: (callback: Callback) => Promise<unknown>, callback: Callback): Promise<unknown> => {
  try {
    return await scene(callback);
  } catch (error) {
    return error instanceof PlatformError ? error.toJSON() : error;
  }
};

const failures: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error('planted');
  },
  rejects: () => Promise.reject(new Error('planted')),
  'returns a broken promise': () => ({
    // oxlint-disable-next-line unicorn/no-thenable -- promises of other libraries may behave in any way
    then: () => {
      throw new Error('planted');
    },
  }),
};

describe('the callbacks of the public API', () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown): void => void unhandled.push(reason);
  const immediately = setImmediate;

  beforeEach(() => {
    process.on('unhandledRejection', listen);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => void process.off('unhandledRejection', listen));

  it.each(Object.keys(failures))('a callback that %s changes no result and does not end the process', async (failure) => {
    const differences: Record<string, unknown> = {};
    for (const [name, scene] of Object.entries(scenes)) {
      const expected = await resultOf(scene, () => undefined);
      const callback = vi.fn<Callback>(failures[failure]);
      const result = await resultOf(scene, callback);
      await new Promise<void>((resolve) => void immediately(resolve));
      const facts = { result, calls: callback.mock.calls.length > 0, unhandled: unhandled.splice(0).map(String) };
      if (JSON.stringify(facts) !== JSON.stringify({ result: expected, calls: true, unhandled: [] }))
        differences[name] = { expected, ...facts };
    }
    expect(differences).toEqual({});
  });

  it('every callback of the public API is called in a scene of this test', async () => {
    const packages = (await publishedPackages()).filter(({ name }) => name !== '@platform-sdk/local-platform');
    const entries = [
      '@platform-sdk/core/contract',
      '@platform-sdk/core/internal',
      '@platform-sdk/core/streams',
      ...packages.map(({ name }) => name),
    ];
    const text = entries.map((name, index) => `export * as entry${index} from '${name}';`).join('\n');
    const found = withVirtualSource(text, ({ checker, module }) =>
      checker
        .getExportsOfModule(module)
        .flatMap((each) => checker.getExportsOfModule(checker.getAliasedSymbol(each)))
        .map((each) => checker.getAliasedSymbol(each))
        .flatMap((exported) => {
          // Only the members that the type declares itself, without inherited members.
          const members = [...exported.getMembers().values()];
          return members
            .filter(({ name }) => /^(?:on[A-Z]\w*|logger|subscribe)$/.test(name))
            .filter((member) => {
              const type = checker.getTypeOfSymbol(member);
              const present = type && (checker.getNonNullableType(type) ?? type);
              // `false` disables a logger, so its type is a union.
              const parts = present?.isUnionType() ? present.getTypes() : [present];
              return parts.some((part) => part && checker.getSignaturesOfType(part, SignatureKind.Call).length > 0);
            })
            .map(({ name }) => `${exported.name}.${name}`);
        }),
    );
    // Excludes methods of stores, which callers implement, callbacks of mutations, which the package implements, and the command `drift`.
    const others =
      /^(?:Token|ReadOnlyToken|Limiter)Store\.subscribe$|^Settings(?:Storage|Source)\.subscribe$|^MutationSettings\.|^DriftOptions\./;
    const own = new Set(found.filter((name) => !others.test(name)));
    expect([...own].toSorted()).toEqual([...new Set(Object.keys(scenes).map((name) => name.split(' ', 1).join()))].toSorted());
  }, 120_000);
});
