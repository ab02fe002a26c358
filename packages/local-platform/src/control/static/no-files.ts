/** A page in a browser serves no other page. */
export const readPageFile = async (_name: string): Promise<Uint8Array<ArrayBuffer> | undefined> => undefined;
