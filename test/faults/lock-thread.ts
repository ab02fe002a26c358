/** A thread that takes a file lock and keeps it until it is terminated. */
import { parentPort, workerData } from 'node:worker_threads';
import { fileLock } from '@platform-sdk/core/node';

const { path } = workerData as { readonly path: string };
await fileLock(path).acquire();
parentPort?.on('message', () => undefined).postMessage('held');
