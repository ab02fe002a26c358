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
declare module 'devour-client' {
  export default class Devour {
    constructor(options: object);
    readonly headers: Record<string, string>;
    define(type: string, fields: object, options?: object): void;
    find<T>(type: string, id: string, query: object): Promise<{ data: T }>;
    findAll<T>(type: string): Promise<{ data: T }>;
    create<T>(type: string, fields: object): Promise<{ data: T }>;
    update<T>(type: string, fields: object): Promise<{ data: T }>;
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
