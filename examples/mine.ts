import { createLocalPlatform, serve, type LocalPlatform } from '@platform-sdk/local-platform';
import { formatSweep, sweep } from '@platform-sdk/local-platform/testing';
import { environmentOn, type Environment } from './environment.ts';
import { isSkip } from './skip.ts';

let last = process.hrtime.bigint();
const names = process.argv.slice(2);
for (const name of names) {
  const { run } = (await import(`./${name}.ts`)) as { run: (environment: Environment) => Promise<void> };
  const local = createLocalPlatform();
  const server = await serve(local);
  const example = async (platform: LocalPlatform): Promise<void> => {
    const cleaning: (() => Promise<unknown>)[] = [];
    const environment = await environmentOn(platform, server, (_, work) => void cleaning.push(work));
    const failures: unknown[] = [];
    try {
      await run(environment);
    } catch (error) { failures.push(error); }
    finally {
      for (let next = cleaning.pop(); next; next = cleaning.pop()) await next().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
  const t = process.hrtime.bigint();
  try {
  const report = await sweep({ local, journey: example, accepts: isSkip, skip: ['ended', 'ended-done'], onProgress: ({ cell }) => { const n = process.hrtime.bigint(); if (process.env.DETAIL) process.stdout.write(`${Number(n - last) / 1e6 | 0} ms ${cell.id} ${cell.result} ${cell.error}\n`); last = n; } });
  console.log(name, formatSweep(report));
  if (process.env.DETAIL) for (const c of report.cells) console.log(c.id, c.result, c.error);
  } catch (error) { console.log(name, error); }
  console.log(name, Number(process.hrtime.bigint() - t) / 1e9, 's');
  await server.close();
}
