/** The records of a service: a function that creates them, and their name in snapshots. */
export interface Store<T> {
  (): T;
  readonly storeName: string;
  /** True for records that snapshots omit. */
  readonly isTransient: boolean;
}

/** Declares records that snapshots contain. Records may consist of maps, tables, arrays, plain objects and bytes. */
export const store = <T>(storeName: string, create: () => T): Store<T> =>
  Object.assign((): T => create(), { storeName, isTransient: false });

/** Declares records that snapshots omit, such as keys and records of running requests. */
export const transientStore = <T>(storeName: string, create: () => T): Store<T> =>
  Object.assign((): T => create(), { storeName, isTransient: true });
