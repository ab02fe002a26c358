/** The parts of packages without types that the judges use. */
declare module 'busboy' {
  import type { Writable } from 'node:stream';
  export default function busboy(options: object): Writable;
}
declare module 'multiparty' {
  import type { EventEmitter } from 'node:events';
  export class Form extends EventEmitter {
    parse(request: unknown): void;
  }
}
declare module 'adm-zip' {
  export default class AdmZip {
    addFile(name: string, content: Buffer): void;
    toBuffer(): Buffer;
  }
}
declare module 'yazl' {
  export class ZipFile {
    readonly outputStream: AsyncIterable<Buffer>;
    addBuffer(content: Buffer, name: string, options?: object): void;
    addReadStream(content: unknown, name: string, options?: object): void;
    end(options?: object): void;
  }
}
