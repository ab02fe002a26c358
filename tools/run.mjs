// Runs a script in TypeScript: `node -C @platform-sdk/source tools/run.mjs tools/tool.ts size`. If Node is too old, prints a clear message.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `This script needs Node 22.18 or later, and ${process.version} runs it. On Linux, "pnpm install" brings such a Node: start the script by its pnpm command. Elsewhere, install a newer Node.\n`,
  );
  process.exitCode = 1;
} else {
  process.argv.splice(1, 1);
  await import(pathToFileURL(resolve(process.argv[1] ?? '')).href);
}
