/** URLs of this package's files. The module is loaded at run time only, because a bundle does not contain these files. */

/** Returns the URL of the worker's code. Module runners such as Vite's cannot resolve it, so it defaults to the neighbouring folder. */
export const documentWorker = (): string => {
  try {
    return import.meta.resolve('#document-worker');
  } catch {
    return new URL(`../services/documents/worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url).href;
  }
};

/** Returns the URL of the inspector's folder, which is the same for sources and build. */
export const inspectorFolder = (): URL => new URL('../../inspector/', import.meta.url);
