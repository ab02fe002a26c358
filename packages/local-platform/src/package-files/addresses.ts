/** Addresses of files of this package. Only the runtime loads this module, because a bundle has no files of the package beside it. */

/** The worker's code. Module runners such as Vite's resolve nothing: there it is in the folder next to this one. */
export const documentWorker = (): string => {
  try {
    return import.meta.resolve('#document-worker');
  } catch {
    return new URL(`../services/documents/worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url).href;
  }
};

/** The folder of the inspector page, from the sources and from the build alike. */
export const inspectorFolder = (): URL => new URL('../../inspector/', import.meta.url);
