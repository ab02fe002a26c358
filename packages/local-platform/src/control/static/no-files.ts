/** Returns undefined, because a local platform in a browser serves no inspector page. */
export const readPageFile = async (_name: string): Promise<Uint8Array<ArrayBuffer> | undefined> => undefined;
