export { createUploadClient, type UploadClient, type UploadClientOptions } from './client.ts';
export type {
  ByteStream,
  UploadText,
  FilePath,
  FileSource,
  NamedFile,
  UploadTranslation,
  UploadInput,
  UploadOptions,
  UploadProgress,
  UploadResult,
} from './types.ts';
