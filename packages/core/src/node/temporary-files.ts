import type { NodeFiles } from './node-files.ts';

/**
 * The thread that made a temporary file: its id, its start time, and its machine. The id of a main thread is that of its process. If the
 * system shows no threads, it is the process.
 */
export interface Owner {
  readonly pid: number;
  readonly began: string;
  readonly machine: string;
}

const NAME = /^\.platform-sdk-(\d+)-(\w+)-(\w+)-[\da-f-]{36}\.part$/;
/** A process that has written nothing for so long has ended. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** The start time of a process whose system does not show it. */
const UNKNOWN = '0';

/**
 * Returns the start time of a process or a thread, in ticks since the machine's. A later one with the same id has another. Empty if none
 * with this id runs, and unknown if the system does not show it.
 */
const beginningOf = async ({ fs }: NodeFiles, pid: number): Promise<string> => {
  try {
    return beginningIn(await fs.readFile(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    // Any other failure, as with too many open files, is no sign of an end.
    return /^(?:ENOENT|ESRCH)$/.test(String((error as NodeJS.ErrnoException).code)) ? '' : UNKNOWN;
  }
};

/** The program's name may hold spaces and brackets. */
const beginningIn = (line: string): string => line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? UNKNOWN;

/** Returns what the system shows of this thread; empty if nothing. An asynchronous call would run in another thread. */
const lineOfThread = ({ calls }: NodeFiles): string => {
  try {
    return calls.readFileSync('/proc/thread-self/stat', 'utf8');
  } catch {
    return '';
  }
};

/** Names the machine, and the part of it that numbers its processes: a container has its own. */
const machineOf = async ({ fs, os }: NodeFiles): Promise<string> => {
  const boot = fs.readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  const space = fs.readlink('/proc/self/ns/pid');
  const parts = await Promise.all([boot, space].map((part) => part.catch(() => '')));
  let hash = 0;
  for (const character of os.hostname() + parts.join('')) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  return hash.toString(36);
};

/** Returns this thread as an owner: a terminated one holds nothing more, although its process runs on. */
export const thisThread = async (files: NodeFiles): Promise<Owner> => {
  const line = lineOfThread(files);
  return {
    pid: Number.parseInt(line, 10) || process.pid,
    began: beginningIn(line),
    machine: await machineOf(files),
  };
};

/** Returns a name for a file that is not whole yet. It is short, however long the final name is. */
export const temporaryName = async (files: NodeFiles): Promise<string> => {
  const { pid, began, machine } = await thisThread(files);
  return `.platform-sdk-${pid}-${began}-${machine}-${crypto.randomUUID()}.part`;
};

export const isRunning = async (files: NodeFiles, { pid, began }: Owner, own: Owner): Promise<boolean> => {
  const found = own.began === UNKNOWN ? UNKNOWN : await beginningOf(files, pid);
  // Without both start times, ids alone identify a process.
  if (found !== UNKNOWN && (began !== UNKNOWN || found === '')) return found === began;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Removes temporary files that ended processes left: those of this machine immediately, those of others after a day. */
export const removeAbandoned = async (files: NodeFiles, folder: string): Promise<void> => {
  const { fs, path } = files;
  let own: Owner | undefined;
  for await (const { name } of await fs.opendir(folder, { bufferSize: 512 })) {
    const [, pid, began = '', machine = ''] = NAME.exec(name) ?? [];
    if (pid === undefined) continue;
    own ??= await thisThread(files);
    const place = path.join(folder, name);
    const found = await fs.lstat(place).catch(() => undefined);
    // Another user could replace files in a foreign folder while it is removed.
    if (!found || found.uid !== (process.getuid?.() ?? found.uid)) continue;
    const isOfThisMachine = machine === own.machine;
    const isLive = isOfThisMachine && (await isRunning(files, { pid: Number(pid), began, machine }, own));
    // A file in use looks old after the machine slept, or its clock jumped. An id without a start time may be that of a later process.
    if (isLive && began !== UNKNOWN && own.began !== UNKNOWN) continue;
    const isOld = Date.now() - found.mtimeMs > ABANDONED_MS;
    if ((isOfThisMachine && !isLive) || isOld) await fs.rm(place, { recursive: true, force: true }).catch(() => undefined);
  }
};
