import { createLocalPlatform, serve } from '@platform-sdk/local-platform';
import { defineCommand, EXIT } from './command.ts';

export const local = defineCommand({
  help: `Usage: platform-sdk local [options]

  --port <number>   Default: 4010.`,
  options: { port: { type: 'string', default: '4010' } },
  async run({ values }, { print, signal }) {
    const server = await serve(createLocalPlatform(), { port: Number(values.port) });
    print(
      values.json ? JSON.stringify({ origin: server.origin, baseUrls: server.baseUrls }) : `The local platform listens on ${server.origin}`,
    );
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await server.close();
    return EXIT.ok;
  },
});
