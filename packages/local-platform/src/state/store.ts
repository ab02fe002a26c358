/** One service's records: the function that creates them, and their name in snapshots. */
export interface Store<T> {
  (): T;
  readonly storeName: string;
  /** For requests in progress: no snapshot contains it. */
  readonly isTransient: boolean;
}

/** Declares records that snapshots keep. They are maps, tables, arrays and plain objects of such values and of bytes. */
export const store = <T>(storeName: string, create: () => T): Store<T> =>
  Object.assign((): T => create(), { storeName, isTransient: false });

/** Declares records that snapshots leave out: unreadable keys, and records of requests in progress. */
export const transientStore = <T>(storeName: string, create: () => T): Store<T> =>
  Object.assign((): T => create(), { storeName, isTransient: true });
