/** The part of json-server that the benchmarks use. The package contains no types. */
declare module 'json-server' {
  import type { Server } from 'node:http';

  interface App {
    use(handler: unknown): void;
    listen(port: number, hostname: string): Server;
  }
  const jsonServer: { create(): App; defaults(options: object): unknown; router(data: object): unknown };
  export default jsonServer;
}
