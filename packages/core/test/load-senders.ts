/** Node's fetch, ky and the code of token stores are loaded when they are first used, in real time: a test with fake timers would run ahead of them. */
const loaded = ['../src/http/senders/ky.ts', '../src/session/shared-session.ts'].map((path) => import(new URL(path, import.meta.url).href));
await Promise.all(loaded);
await new Response(await new Request('https://example.com', { method: 'POST', body: '1' }).text()).text();
