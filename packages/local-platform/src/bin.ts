#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createLocalPlatform } from './platform.ts';
import { serve } from './serve.ts';

const usage = 'Usage: platform-sdk-local [--port <number>] [--hostname <name>]';

const readOptions = (): { port: number; hostname: string } | undefined => {
  try {
    const options = { port: { type: 'string', default: '4010' }, hostname: { type: 'string', default: '127.0.0.1' } } as const;
    const { values } = parseArgs({ options });
    return /^\d+$/.test(values.port) ? { ...values, port: Number(values.port) } : undefined;
  } catch {
    return undefined;
  }
};

const start = async (options: { port: number; hostname: string }): Promise<void> => {
  const platform = createLocalPlatform();
  const server = await serve(platform, options);
  const { apiKey, account, inbox } = platform;

  const stop = (): void => void server.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);

  const isOpen = /^[0:.]+$/.test(options.hostname);
  console.log(`The local platform listens on ${server.origin}${isOpen ? ', for other machines too' : ''}\n`);
  for (const [name, url] of Object.entries(server.baseUrls)) console.log(`${name.padEnd(14)}${url}`);
  console.log(`\nApi-Key       ${apiKey}\nAccount       ${account.email}  ${account.password}`);
  console.log('\nThe e-mails and SMS it sends appear here. Ctrl+C stops it.');
  inbox.subscribe(({ channel, to, text }) => console.log(`${channel} to ${to}: ${text}`));
};

const chosen = readOptions();
if (chosen) {
  await start(chosen).catch((error: unknown) => {
    console.error(`The local platform could not start: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  });
} else {
  console.error(usage);
  process.exitCode = 2;
}
