import { windowFrom, windowToText, type CallWindow } from './call-window.ts';
import type { LimiterStore } from './limiter-store.ts';
import { sharedWindowStore } from './shared-window.ts';

const WINDOWS = 'windows';
const KEY = 'calls';

/** Counts the calls of all tabs of an origin in IndexedDB, whose transactions take turns and see each other's writes immediately. */
export const webLimiterStore = (name = '@platform-sdk/gateway'): LimiterStore => {
  let opening: Promise<IDBDatabase> | undefined;
  const forget = (): void => void (opening = undefined);
  const open = (): Promise<IDBDatabase> =>
    (opening ??= openDatabase(name, forget).catch((error: unknown) => {
      forget();
      throw error;
    }));
  return sharedWindowStore(async (work) => changeWindow(await open(), work));
};

/** Reads, changes and writes the window in one transaction. */
const changeWindow = <Result>(database: IDBDatabase, work: (window: CallWindow, now: number) => Result): Promise<Result> =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction(WINDOWS, 'readwrite', { durability: 'relaxed' });
    const store = transaction.objectStore(WINDOWS);
    const read = store.get(KEY) as IDBRequest<string | undefined>;
    let result: Result;
    read.onsuccess = () => {
      const now = Date.now();
      const window = windowFrom(read.result, now);
      result = work(window, now);
      store.put(windowToText(window), KEY);
    };
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = transaction.onerror = () => reject(failureOf(transaction.error));
  });

const openDatabase = (name: string, closed: () => void): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(WINDOWS);
    request.onerror = () => reject(failureOf(request.error));
    request.onsuccess = () => {
      const database = request.result;
      database.onclose = closed;
      database.onversionchange = () => {
        database.close();
        closed();
      };
      resolve(database);
    };
  });

const failureOf = (error: DOMException | null): Error => error ?? new Error('IndexedDB failed');
