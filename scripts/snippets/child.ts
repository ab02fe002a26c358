/** Runs one snippet in a process of its own, with a local platform behind the addresses of its page. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createSnippetPlatform } from '../../docs/runner/snippet-platform.ts';

/** The turns in which work that a snippet does not await can still fail. */
const TURNS = 100;

const { fetch } = await createSnippetPlatform();
globalThis.fetch = fetch;
await import(pathToFileURL(process.argv[2] ?? '').href);
// Rejections that nothing handles fail the process before.
for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
// With the exit code that the snippet set.
process.exit();
