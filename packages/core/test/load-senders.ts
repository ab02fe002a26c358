/** Loads Node's fetch, ky and the code of token stores before the tests. Their first use loads them in real time, which fake timers would outrun. */
const loaded = ['../src/http/senders/ky.ts', '../src/session/shared-session.ts'].map((path) => import(new URL(path, import.meta.url).href));
await Promise.all(loaded);
await new Response(await new Request('https://example.com', { method: 'POST', body: '1' }).text()).text();
