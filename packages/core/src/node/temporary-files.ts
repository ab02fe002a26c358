import type { NodeFiles } from './node-files.ts';

/**
 * The thread that created a temporary file: its id, its start time, and its machine. A main thread has the id of its process. If the system
 * shows no threads, these values describe the process.
 */
export interface Owner {
  readonly pid: number;
  readonly began: string;
  readonly machine: string;
}

const NAME = /^\.platform-sdk-(\d+)-(\w+)-(\w+)-[\da-f-]{36}\.part$/;
/** If the process of a file cannot be identified, it is considered ended after the file was unchanged for this long. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** The start time of a process whose start time the system does not show. */
const UNKNOWN = '0';

/**
 * Returns the start time of a process or a thread, in ticks since the machine started. A later process with the same id has another start
 * time. Returns an empty string if no process has this id, and `UNKNOWN` if the system does not show the time.
 */
const beginningOf = async ({ fs }: NodeFiles, pid: number): Promise<string> => {
  try {
    return beginningIn(await fs.readFile(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    // Any other failure, as with too many open files, does not mean that the process has ended.
    return /^(?:ENOENT|ESRCH)$/.test(String((error as NodeJS.ErrnoException).code)) ? '' : UNKNOWN;
  }
};

/** Reads the start time from a line of `/proc`. The line contains the program's name, which may contain spaces and brackets. */
const beginningIn = (line: string): string => line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? UNKNOWN;

/** Returns the system's line about this thread, or an empty string. The call is synchronous, because an asynchronous call runs in another thread. */
const lineOfThread = ({ calls }: NodeFiles): string => {
  try {
    return calls.readFileSync('/proc/thread-self/stat', 'utf8');
  } catch {
    return '';
  }
};

/** Identifies the machine and its process namespace: a container numbers its processes separately. */
const machineOf = async ({ fs, os }: NodeFiles): Promise<string> => {
  const boot = fs.readFile('/proc/sys/kernel/random/boot_id', 'utf8');
  const space = fs.readlink('/proc/self/ns/pid');
  const parts = await Promise.all([boot, space].map((part) => part.catch(() => '')));
  let hash = 0;
  for (const character of os.hostname() + parts.join('')) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  return hash.toString(36);
};

/** Returns this thread as an owner. A terminated thread owns nothing any more, even if its process continues. */
export const thisThread = async (files: NodeFiles): Promise<Owner> => {
  const line = lineOfThread(files);
  return {
    pid: Number.parseInt(line, 10) || process.pid,
    began: beginningIn(line),
    machine: await machineOf(files),
  };
};

/** Returns a name for an incomplete file. The temporary name is short, however long the final name is. */
export const temporaryName = async (files: NodeFiles): Promise<string> => {
  const { pid, began, machine } = await thisThread(files);
  return `.platform-sdk-${pid}-${began}-${machine}-${crypto.randomUUID()}.part`;
};

export const isRunning = async (files: NodeFiles, { pid, began }: Owner, own: Owner): Promise<boolean> => {
  const found = own.began === UNKNOWN ? UNKNOWN : await beginningOf(files, pid);
  // If one start time is unknown, only the ids are compared.
  if (found !== UNKNOWN && (began !== UNKNOWN || found === '')) return found === began;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Removes temporary files whose process on this machine has ended. Removes files of unidentified processes after a day. */
export const removeAbandoned = async (files: NodeFiles, folder: string): Promise<void> => {
  const { fs, path } = files;
  let own: Owner | undefined;
  for await (const { name } of await fs.opendir(folder, { bufferSize: 512 })) {
    const [, pid, began = '', machine = ''] = NAME.exec(name) ?? [];
    if (pid === undefined) continue;
    own ??= await thisThread(files);
    const place = path.join(folder, name);
    const found = await fs.lstat(place).catch(() => undefined);
    // Files of other users stay: their owner could replace such a file while it is being removed.
    if (!found || found.uid !== (process.getuid?.() ?? found.uid)) continue;
    const isOfThisMachine = machine === own.machine;
    const isLive = isOfThisMachine && (await isRunning(files, { pid: Number(pid), began, machine }, own));
    // A file in use may look old after the machine slept, or its clock jumped. Without a start time, the id may belong to a later process.
    if (isLive && began !== UNKNOWN && own.began !== UNKNOWN) continue;
    const isOld = Date.now() - found.mtimeMs > ABANDONED_MS;
    if ((isOfThisMachine && !isLive) || isOld) await fs.rm(place, { recursive: true, force: true }).catch(() => undefined);
  }
};
