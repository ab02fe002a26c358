import type { Check, Judge } from '../check.ts';
import { checksIn, type Scene } from './checks.ts';
import { edgeHost, workerdHosts } from './edges.ts';
import { startGateway } from './gateway.ts';
import type { Host } from './host.ts';
import { nextHost } from './next.ts';
import { honoHost, nodeHost } from './servers.ts';

/** Creates a judge for one server. Several clients read its relay. The server starts with the first check. */
const relayJudge = ({ name, kindOfReset = 'interrupted', start }: Host): Judge => {
  let started: Promise<Scene & { readonly close: () => Promise<unknown> }> | undefined;
  const scene = async () => {
    const gateway = await startGateway();
    const host = await start(gateway.url);
    return { origin: host.origin, gateway, close: () => Promise.all([host.close(), gateway.close()]) };
  };
  return {
    name: `relay in ${name}`,
    checks: checksIn(kindOfReset, (title, run): Check => ({ title, run: async () => run(await (started ??= scene())) })),
    close: async () => (await started?.catch(() => undefined))?.close(),
  };
};

export const relays: readonly Judge[] = [nodeHost, honoHost, ...workerdHosts, edgeHost, nextHost].map(relayJudge);
