/** Lists the functions and files of a CPU profile that take the most time themselves. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
}
interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const SHOWN = 45;

/** Prints a summary of the only profile in a folder. */
export const printProfile = async (folder: string): Promise<void> => {
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
  const { nodes, samples, timeDeltas } = JSON.parse(await readFile(join(folder, file), 'utf8')) as Profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, number>();
  const files = new Map<string, number>();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const time = timeDeltas[index] ?? 0;
    const { functionName = '', url = '', lineNumber = 0 } = frames.get(id) ?? {};
    if (functionName === '(idle)') continue;
    const place = url.replace(/^.*\/node_modules\//, '').replace(/^file:\/\/.*\//, '');
    add(functions, `${functionName || '(anonymous)'}  ${place}${place === '' ? '' : `:${lineNumber + 1}`}`, time);
    add(files, place || functionName, time);
    total += time;
  }
  for (const [title, times] of [
    ['functions', functions],
    ['files', files],
  ] as const) {
    console.log(`\n${title}, own time of ${(total / 1000).toFixed(0)} ms`);
    for (const [name, time] of [...times].toSorted(([, one], [, other]) => other - one).slice(0, SHOWN))
      console.log(`${((time / total) * 100).toFixed(1).padStart(6)} %  ${name}`);
  }
};

const add = (times: Map<string, number>, key: string, time: number): void => {
  times.set(key, (times.get(key) ?? 0) + time);
};
