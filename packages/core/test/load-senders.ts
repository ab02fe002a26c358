/** Loads Node's fetch and ky before the tests. Their first use loads them in real time, which fake timers would outrun. */
await import(new URL('../src/http/senders/ky.ts', import.meta.url).href);
await new Response(await new Request('https://example.com', { method: 'POST', body: '1' }).text()).text();
