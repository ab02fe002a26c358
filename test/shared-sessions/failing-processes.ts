/** Processes whose file system or Redis server fails after the sign-in. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectTo } from '../../packages/redis/test/clients.ts';
import { createRedisPlace } from '../../packages/redis/test/session-place.ts';
import { measureFault, MOMENTS, type Crowd, type Fault } from './failing-stores.ts';
import { createFilePlace, startCrew, type Crew } from './processes.ts';
import type { Report } from './report.ts';

const PROCESSES = 3;

const crowdOf = ({ service, workers }: Crew): Crowd => ({
  service,
  call: () => Promise.all(workers.map(({ ask }) => ask('call'))),
  signOuts: () => workers.reduce((sum, worker) => sum + worker.signOuts(), 0),
});

/** Mounts a separate file system. Returns undefined if this process is not allowed to mount. */
const mountFolder = (): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'failing-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
};

const faultsOfDisk = (folder: string): readonly Fault[] => [
  {
    name: 'a full disk',
    begin: () => execFileSync('sh', ['-c', `head -c 1000000 /dev/zero > ${folder}/fill || true`], { stdio: 'ignore' }),
    end: () => rmSync(join(folder, 'fill'), { force: true }),
  },
  {
    name: 'a read-only disk',
    begin: () => execFileSync('mount', ['-o', 'remount,ro', folder]),
    end: () => execFileSync('mount', ['-o', 'remount,rw', folder]),
  },
];

export const measureFailingDisks = async (expiries: number, report: Report): Promise<void> => {
  for (const index of [0, 1])
    for (const moment of MOMENTS) {
      const folder = mountFolder();
      if (folder === undefined) return console.log('Skipped: this user may not mount a disk to fill.');
      const crew = await startCrew(PROCESSES, createFilePlace(join(folder, 'session')));
      try {
        await measureFault(
          `${PROCESSES} processes, fileTokenStore`,
          crowdOf(crew),
          faultsOfDisk(folder)[index] as Fault,
          moment,
          expiries,
          report,
        );
      } finally {
        await crew.close();
        execFileSync('umount', ['-l', folder]);
        rmSync(folder, { recursive: true, force: true });
      }
    }
};

export const measureFailingRedis = async (expiries: number, report: Report): Promise<void> => {
  for (const index of [0, 1, 2, 3, 4])
    for (const moment of MOMENTS) {
      const place = await createRedisPlace();
      const { server } = place;
      const admin = await connectTo('ioredis', server.port);
      const faults: readonly Fault[] = [
        {
          name: 'no memory left',
          begin: () => admin.command('CONFIG', 'SET', 'maxmemory', '1'),
          end: () => admin.command('CONFIG', 'SET', 'maxmemory', '0'),
        },
        { name: 'emptied', begin: () => admin.command('FLUSHALL'), end: () => undefined },
        {
          name: 'read-only',
          begin: () => admin.command('REPLICAOF', '127.0.0.1', '1'),
          end: () => admin.command('REPLICAOF', 'NO', 'ONE'),
        },
        { name: 'hanging', begin: () => server.freeze(), end: () => server.thaw() },
        {
          name: 'restarted empty',
          begin: async () => {
            await server.stop();
            await server.start();
          },
          end: () => undefined,
        },
      ];
      const crew = await startCrew(PROCESSES, place);
      try {
        await measureFault(`${PROCESSES} processes, redisTokenStore`, crowdOf(crew), faults[index] as Fault, moment, expiries, report);
      } finally {
        admin.close();
        await crew.close();
      }
    }
};
