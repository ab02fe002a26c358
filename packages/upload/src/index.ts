export { createUploadClient, type UploadClient, type UploadClientOptions } from './client.ts';
export type {
  Extraction,
  FileAt,
  FileSource,
  NamedFile,
  Translation,
  Upload,
  UploadOptions,
  UploadProgress,
  UploadResult,
} from './types.ts';
