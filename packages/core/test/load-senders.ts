/** Node's fetch and ky are loaded when they are first used, in real time: a test with fake timers would run ahead of them. */
const sender = new URL('../src/http/senders/ky.ts', import.meta.url).href;
await import(sender);
await new Response(await new Request('https://example.com', { method: 'POST', body: '1' }).text()).text();
