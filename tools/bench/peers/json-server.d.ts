/** As much of json-server as the benchmarks use: it has no types of its own. */
declare module 'json-server' {
  import type { Server } from 'node:http';

  interface App {
    use(handler: unknown): void;
    listen(port: number, hostname: string): Server;
  }
  const jsonServer: { create(): App; defaults(options: object): unknown; router(data: object): unknown };
  export default jsonServer;
}
