/** Runs one snippet in a separate process, with a local platform for the URLs of its page. */
import { Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createSnippetPlatform } from '../runner/snippet-platform.ts';

/** The number of event-loop turns in which work that a snippet does not await can still fail. */
const TURNS = 100;

const { fetch } = await createSnippetPlatform();
globalThis.fetch = fetch;
// Snippets run in parallel, and two pages may show the same port, so each snippet gets a free port.
const listen = Reflect.get(Server.prototype, 'listen') as (...args: unknown[]) => Server;
Server.prototype.listen = function (this: Server, first?: unknown, ...rest: unknown[]) {
  return listen.call(this, typeof first === 'number' ? 0 : first, ...rest);
};
await import(pathToFileURL(process.argv[2] ?? '').href);
// Unhandled rejections have already failed the process.
for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
// Exits with the exit code that the snippet has set.
process.exit();
