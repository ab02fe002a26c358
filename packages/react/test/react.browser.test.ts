import { createAuthClient } from '@platform-sdk/auth';
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform, indexedDbTokenStore, type Platform } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createSettingsStore } from '@platform-sdk/settings';
import { createUploadClient } from '@platform-sdk/upload';
import {
  PlatformProvider,
  useChat,
  useJob,
  usePermission,
  useSession,
  useSettings,
  useUpload,
  type SessionSnapshot,
} from '@platform-sdk/react';
import { toSessionSnapshot } from '@platform-sdk/react/server';
import { createElement as h, Fragment, useState, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, inject, it, onTestFinished } from 'vitest';
import { probe, show, showProbe, strictly } from './page.ts';

const { baseUrls, apiKey, username, password } = inject('localPlatform');
const token = 'token-of-the-page';

const unhandled: unknown[] = [];
const note = (event: PromiseRejectionEvent | ErrorEvent): void => void unhandled.push(event);
beforeEach(() => {
  unhandled.length = 0;
  addEventListener('unhandledrejection', note);
  addEventListener('error', note);
});
afterEach(() => {
  removeEventListener('unhandledrejection', note);
  removeEventListener('error', note);
  if (unhandled.length > 0) throw new Error('An error or a rejection was not handled', { cause: unhandled });
});

const platformOf = (store?: string): Platform => {
  const platform = createPlatform({ apiKey, baseUrls, ...(store && { session: { store: indexedDbTokenStore({ name: store }) } }) });
  onTestFinished(() => platform.dispose());
  return platform;
};

const signIn = (platform: Platform) => createAuthClient(platform).login({ username, password });

const inPlatform = (platform: Platform, child: ReactNode, initialSession?: SessionSnapshot): ReactNode =>
  h(PlatformProvider, { platform, initialSession }, child);

const Greeting = (): ReactNode => {
  const { status, user } = useSession();
  return h('p', null, status === 'signed-in' ? `Hello ${user?.email ?? ''}` : status);
};

/** Returns a platform whose session counts its listeners, and a function that counts the listeners of another source. */
const counted = (platform: Platform) => {
  let count = 0;
  const counting =
    <Listener>(subscribe: (listener: Listener) => () => void) =>
    (listener: Listener): (() => void) => {
      const stop = subscribe(listener);
      count++;
      return () => {
        count--;
        stop();
      };
    };
  const { session } = platform;
  return {
    listeners: () => count,
    counting,
    platform: { ...platform, session: { ...session, subscribe: counting(session.subscribe) } } as Platform,
  };
};

it('useSession follows a sign-in and a sign-out', async () => {
  const platform = platformOf();
  const page = show(inPlatform(platform, h(Greeting)));
  await expect.poll(page.text).toBe('signed-out');
  await signIn(platform);
  await expect.poll(page.text).toBe(`Hello ${username}`);
  await platform.session.clear();
  await expect.poll(page.text).toBe('signed-out');
  expect(page.problems).toEqual([]);
});

it('useSession hydrates the server’s page without a mismatch', async () => {
  const store = crypto.randomUUID();
  const first = platformOf(store);
  await signIn(first);
  const initial = toSessionSnapshot(await first.session.get());
  const html = renderToString(strictly(inPlatform(platformOf(), h(Greeting), initial)));
  expect(html).not.toMatch(/eyJ/);
  const platform = platformOf(store);
  const page = show(inPlatform(platform, h(Greeting), initial), html);
  await platform.session.get();
  await new Promise(requestAnimationFrame);
  expect(page.shown).toEqual([`Hello ${username}`]);
  expect(page.problems).toEqual([]);
  await platform.session.clear();
  await expect.poll(page.text).toBe('signed-out');
});

it("useSession does not show the server's user after the platform changes", async () => {
  const first = platformOf();
  await signIn(first);
  const initial = toSessionSnapshot(await first.session.get());
  // This store never returns its tokens.
  const other = createPlatform({ session: { store: { get: () => new Promise(() => undefined), set: () => true } } });
  let change = (): void => undefined;
  const Switching = (): ReactNode => {
    const [platform, setPlatform] = useState(first);
    change = () => setPlatform(other);
    return inPlatform(platform, h(Greeting), initial);
  };
  const page = show(h(Switching));
  await expect.poll(page.text).toBe(`Hello ${username}`);
  change();
  await expect.poll(page.text).toBe('loading');
});

it('useSession reads the store before it shows a signed-out user', async () => {
  const store = crypto.randomUUID();
  await signIn(platformOf(store));
  const page = show(inPlatform(platformOf(store), h(Greeting)));
  await expect.poll(page.text).toBe(`Hello ${username}`);
  expect(page.shown).not.toContain('signed-out');
});

it('useSession does not render again after a token refresh', async () => {
  const platform = platformOf();
  await signIn(platform);
  const session = probe(useSession);
  const { value, renders } = session;
  await showProbe(session, (child) => inPlatform(platform, child));
  await platform.session.get();
  await new Promise(requestAnimationFrame);
  const [before, snapshot] = [renders(), value()];
  await createAuthClient(platform).refresh();
  await new Promise(requestAnimationFrame);
  expect(renders()).toBe(before);
  expect(value()).toBe(snapshot);
});

it('useSettings follows its store, and usePermission follows the session', async () => {
  const platform = platformOf();
  await signIn(platform);
  const settings = createSettingsStore(platform);
  onTestFinished(() => settings.dispose());
  const organization = { meta: { can: { project: { create: true }, other: false } } };
  const { Probe, value } = probe(() => ({
    settings: useSettings(settings),
    can: [usePermission(organization, 'project.create'), usePermission(organization, 'other'), usePermission(undefined, 'x')],
  }));
  const page = show(inPlatform(platform, h(Probe)));
  await expect.poll(() => value().can).toEqual([true, false, undefined]);
  value().settings[1]({ theme: 'dark' });
  await expect.poll(() => value().settings[0]).toMatchObject({ theme: 'dark' });
  await platform.session.clear();
  await expect.poll(() => value().can).toEqual([false, false, false]);
  expect(page.problems).toEqual([]);
});

const chunk = (content: string): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const stop = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

/** Creates a gateway whose replies the test writes. It records requests and cancellations. */
const scriptedGateway = () => {
  const requests: { readonly body: unknown; readonly write: (text: string) => void; readonly end: () => void; isCancelled: boolean }[] = [];
  const gateway = createGatewayClient({
    baseUrl: 'https://gateway.example.com/v1',
    apiKey: token,
    allowSecretsInBrowser: true,
    fetch: async (_, init) => {
      const utf8 = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const request = {
            body: JSON.parse(init?.body as string) as unknown,
            write: (text: string) => controller.enqueue(utf8.encode(text)),
            end: () => controller.close(),
            isCancelled: false,
          };
          requests.push(request);
        },
        cancel: () => {
          const last = requests.at(-1);
          if (last) last.isCancelled = true;
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  return { gateway, requests };
};

const openChat = async () => {
  const { gateway, requests } = scriptedGateway();
  const chat = probe(() => useChat({ reply: (messages, options) => gateway.chatStream({ model: 'acme/large', messages }, options) }));
  return { requests, chat, page: await showProbe(chat) };
};
const hello = { role: 'user', content: 'Hello' };

it('useChat streams a reply, and regenerates it', async () => {
  const { requests, chat, page } = await openChat();
  const sent = chat.value().send('Hello');
  await expect.poll(() => requests.length).toBe(1);
  expect(requests[0]?.body).toMatchObject({ messages: [hello], stream: true });
  requests[0]?.write(chunk('Hi'));
  await expect.poll(() => chat.value().messages).toEqual([hello, { role: 'assistant', content: 'Hi' }]);
  expect(chat.value().status).toBe('streaming');
  requests[0]?.write(chunk(' there') + stop);
  await sent;
  await expect.poll(() => chat.value().status).toBe('ready');
  expect(chat.value().messages[1]?.content).toBe('Hi there');
  void chat.value().regenerate();
  await expect.poll(() => requests.length).toBe(2);
  expect(requests[1]?.body).toMatchObject({ messages: [hello] });
  requests[1]?.write(chunk('Again') + stop);
  await expect.poll(() => chat.value()).toMatchObject({ status: 'ready', messages: [hello, { role: 'assistant', content: 'Again' }] });
  expect(page.problems).toEqual([]);
});

it('useChat keeps the text of a stopped reply, and closes the connection', async () => {
  const { requests, chat } = await openChat();
  void chat.value().send('Hello');
  await expect.poll(() => requests.length).toBe(1);
  requests[0]?.write(chunk('Hi'));
  await expect.poll(() => chat.value().messages.length).toBe(2);
  chat.value().stop();
  await expect.poll(() => chat.value()).toMatchObject({ status: 'ready', messages: [hello, { role: 'assistant', content: 'Hi' }] });
  expect(chat.value().error).toBe(undefined);
  await expect.poll(() => requests[0]?.isCancelled).toBe(true);
});

it('useChat shows a broken connection as an error, and keeps the received text', async () => {
  const { requests, chat } = await openChat();
  const sent = chat.value().send('Hello');
  await expect.poll(() => requests.length).toBe(1);
  requests[0]?.write(chunk('Hi'));
  requests[0]?.end();
  await sent;
  await expect
    .poll(() => chat.value())
    .toMatchObject({
      status: 'failed',
      error: { kind: 'truncated', outcome: 'likely-applied' },
      messages: [hello, { role: 'assistant', content: 'Hi' }],
    });
  void chat.value().regenerate();
  await expect.poll(() => chat.value()).toMatchObject({ status: 'streaming', messages: [hello] });
  expect(chat.value().error).toBe(undefined);
});

it('useChat stops the reply when its component unmounts', async () => {
  const { requests, chat, page } = await openChat();
  void chat.value().send('Hello');
  await expect.poll(() => requests.length).toBe(1);
  requests[0]?.write(chunk('Hi'));
  await expect.poll(() => chat.value().messages.length).toBe(2);
  page.leave();
  await expect.poll(() => requests[0]?.isCancelled).toBe(true);
});

it('useChat calls onFinish after a complete reply, onError after a broken connection, and neither after a stop', async () => {
  const { gateway, requests } = scriptedGateway();
  const calls: unknown[] = [];
  const chat = probe(() =>
    useChat({
      reply: (messages, options) => gateway.chatStream({ model: 'acme/large', messages }, options),
      onFinish: (reply, messages) => calls.push([reply.content, messages.length]),
      onError: (error) => calls.push((error as { readonly kind: string }).kind),
    }),
  );
  await showProbe(chat);
  void chat.value().send('Hello');
  await expect.poll(() => requests.length).toBe(1);
  requests[0]?.write(chunk('Hi') + stop);
  await expect.poll(() => calls).toEqual([['Hi', 2]]);
  void chat.value().send('Again');
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.end();
  await expect.poll(() => calls).toEqual([['Hi', 2], 'truncated']);
  const stopped = chat.value().regenerate();
  await expect.poll(() => requests.length).toBe(3);
  chat.value().stop();
  await stopped;
  expect(calls).toHaveLength(2);
});

it('useChat stops the reply and starts a new chat if the id changes', async () => {
  const { gateway, requests } = scriptedGateway();
  let change = (_: string): void => undefined;
  const chat = probe(() => {
    const [id, setId] = useState('one');
    change = setId;
    return useChat({
      id,
      initialMessages: [{ role: 'system', content: id }],
      reply: (messages, options) => gateway.chatStream({ model: 'acme/large', messages }, options),
    });
  });
  const page = await showProbe(chat);
  void chat.value().send('Hello');
  await expect.poll(() => requests.length).toBe(1);
  requests[0]?.write(chunk('Hi'));
  await expect.poll(() => chat.value().messages.length).toBe(3);
  change('two');
  await expect.poll(() => chat.value()).toMatchObject({ status: 'ready', messages: [{ content: 'two' }] });
  await expect.poll(() => requests[0]?.isCancelled).toBe(true);
  expect(page.problems).toEqual([]);
});

it('useUpload reports the progress of an upload', async () => {
  const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token: 'local-upload-token' });
  const counts: number[] = [];
  const uploading = probe(() => {
    const state = useUpload((file: File, options) => upload.upload({ file }, options));
    if (state.progress) counts.push(state.progress.sentBytes);
    return state;
  });
  await showProbe(uploading);
  const { value } = uploading;
  const result = await value().upload(new File(['x'.repeat(1_000_000)], 'notes.txt'));
  expect(result?.filename).toBe('notes.txt');
  await expect.poll(() => value()).toMatchObject({ status: 'done', progress: { sentBytes: 1_000_000, totalBytes: 1_000_000 } });
  expect(value().result).toBe(result);
  expect(counts.at(-1)).toBe(1_000_000);
});

it('useUpload shows an error, and can cancel an upload', async () => {
  const upload = createUploadClient({ baseUrl: baseUrls['upload'] ?? '', token: 'local-upload-token' });
  let signal: AbortSignal | undefined;
  const hook = probe(() =>
    useUpload((file: File, options) => {
      ({ signal } = options);
      return upload.upload({ file }, options);
    }),
  );
  await showProbe(hook);
  const { value } = hook;
  expect(await value().upload(new File(['x'], 'program.exe'))).toBe(undefined);
  await expect.poll(() => value()).toMatchObject({ status: 'failed', error: { kind: 'invalid-input', field: 'file' } });
  const uploading = value().upload(new File(['x'], 'notes.txt'));
  value().cancel();
  expect(signal?.aborted).toBe(true);
  expect(await uploading).toBe(undefined);
  await expect.poll(() => value()).toMatchObject({ status: 'idle', result: undefined, error: undefined });
});

/** Shows a job whose response has this body. Returns the value of the hook. */
const openJob = async (body: string, maxLines?: number) => {
  const converter = createConverterClient({
    baseUrl: 'https://converter.example.com',
    fetch: async () => new Response(body, { headers: { 'content-type': 'text/plain' } }),
  });
  const job = probe(() => useJob((url: string, options) => converter.crawl({ url }, options), { ...(maxLines && { maxLines }) }));
  await showProbe(job);
  return job.value;
};

it('useJob shows the log, the progress and the result', async () => {
  const value = await openJob(`Starting\n1/2 pages\n2/2 pages\n__JSON__${JSON.stringify({ success: true, message: 'Crawled' })}`, 2);
  expect(await value().start('https://example.com')).toEqual({ success: true, message: 'Crawled' });
  await expect
    .poll(() => value())
    .toMatchObject({
      status: 'done',
      log: ['1/2 pages', '2/2 pages'],
      percent: 100,
      result: { success: true },
    });
});

it('useJob shows 100 percent for a finished job whose log ended at a lower percentage', async () => {
  const value = await openJob('12/50 pages\n__JSON__{"success":true,"message":"Crawled"}');
  await value().start('https://example.com');
  await expect.poll(() => value()).toMatchObject({ status: 'done', log: ['12/50 pages'], percent: 100 });
});

it('useJob shows a broken connection as an error, and keeps the log', async () => {
  const value = await openJob('Starting\n1/2 pages\n');
  expect(await value().start('https://example.com')).toBe(undefined);
  await expect.poll(() => value()).toMatchObject({ status: 'failed', log: ['Starting', '1/2 pages'], error: { kind: 'truncated' } });
});

it('a component with all hooks leaves no listeners after 1,000 mounts in Strict Mode', { timeout: 120_000 }, async () => {
  const own = platformOf();
  await signIn(own);
  const { platform, listeners, counting } = counted(own);
  const store = createSettingsStore(own);
  onTestFinished(() => store.dispose());
  const settings = { ...store, subscribe: counting(store.subscribe) };
  let signals = 0;
  const All = (): ReactNode => {
    const { status } = useSession();
    useSettings(settings);
    usePermission({ meta: { can: {} } }, 'project.create');
    useUpload(async (_: File) => undefined);
    useJob(() => ({ async *[Symbol.asyncIterator]() {}, result: async () => undefined }));
    const { send } = useChat({
      reply: (_, { signal }) => {
        signals++;
        signal.addEventListener('abort', () => void signals--);
        return { text: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) }) };
      },
    });
    return h('button', { onClick: () => void send('Hello') }, status);
  };
  let most = 0;
  const { createRoot } = await import('react-dom/client');
  const { flushSync } = await import('react-dom');
  for (let mount = 0; mount < 1000; mount++) {
    const element = document.createElement('div');
    const root = createRoot(element);
    flushSync(() => root.render(strictly(inPlatform(platform, h(Fragment, null, h(All))))));
    most = Math.max(most, listeners());
    flushSync(() => element.querySelector('button')?.click());
    document.body.append(element);
    element.querySelector('button')?.click();
    flushSync(() => root.unmount());
    element.remove();
  }
  await expect.poll(listeners).toBe(0);
  expect(most).toBeGreaterThan(1);
  await expect.poll(() => signals).toBe(0);
});
