/** The records of a service: a function that creates them, and their name in snapshots. */
export interface Store<T> {
  (): T;
  readonly storeName: string;
  /** True for records of running requests. Snapshots leave them out. */
  readonly isTransient: boolean;
}

/** Declares records for snapshots. Records may be maps, tables, arrays and plain objects, which contain such values or bytes. */
export const store = <T>(storeName: string, create: () => T): Store<T> =>
  Object.assign((): T => create(), { storeName, isTransient: false });

/** Declares records that snapshots leave out, such as keys and records of running requests. */
export const transientStore = <T>(storeName: string, create: () => T): Store<T> =>
  Object.assign((): T => create(), { storeName, isTransient: true });
