/** Runs one snippet in a process of its own, with a local platform behind the addresses of its page. */
import { pathToFileURL } from 'node:url';
import { createSnippetPlatform } from '../../docs/runner/snippet-platform.ts';

const { fetch } = await createSnippetPlatform();
globalThis.fetch = fetch;
await import(pathToFileURL(process.argv[2] ?? '').href);
// Rejections that nothing handles fail the process before.
setImmediate(() => process.exit(0));
