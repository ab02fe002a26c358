/** Loads Node's fetch and ky before the tests. Otherwise, their first use would load them in real time, while fake timers already fire. */
await import(new URL('../src/http/senders/ky.ts', import.meta.url).href);
await new Response(await new Request('https://example.com', { method: 'POST', body: '1' }).text()).text();
