/** Returns the URLs of this package's files. A bundle does not contain these files, so this module is only loaded at run time. */

/** Returns the URL of the worker's code. Module runners such as Vite's cannot resolve the import; the URL then defaults to the neighbouring folder. */
export const documentWorker = (): string => {
  try {
    return import.meta.resolve('#document-worker');
  } catch {
    return new URL(`../services/documents/worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url).href;
  }
};

/** Returns the URL of the inspector's folder, which is the same for sources and build. */
export const inspectorFolder = (): URL => new URL('../../inspector/', import.meta.url);
