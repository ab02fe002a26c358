/** One service's records: the function that begins them, and their name in snapshots. */
export interface Store<T> {
  (): T;
  readonly storeName: string;
  /** Belongs to requests under way: no snapshot has it. */
  readonly isTransient: boolean;
}

/** Declares records that snapshots keep. They are maps, tables, arrays and plain objects of such values and of bytes. */
export const store = <T>(storeName: string, create: () => T): Store<T> =>
  Object.assign((): T => create(), { storeName, isTransient: false });

/** Declares what no snapshot keeps: keys that cannot be read, and what belongs to requests under way. */
export const transientStore = <T>(storeName: string, create: () => T): Store<T> =>
  Object.assign((): T => create(), { storeName, isTransient: true });
