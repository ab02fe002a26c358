import type { ClientRequest } from 'node:http';
import { isSafe } from '../../safe-address.ts';

/** How a request without a connection was on its way: to a tunnel through the proxy of the environment, or past that proxy. */
export type Way = 'tunnel' | 'past' | undefined;

interface Started {
  readonly socket?: object | null;
  readonly agent?: { readonly options?: { readonly proxyEnv?: object } };
}

/** Returns how a request was on its way. `isOwn`: the caller's agent sends it, which may have proxies of its own. */
export const wayOf = (outgoing: ClientRequest, target: URL, isOwn: boolean): Way => {
  const { socket, agent } = outgoing as Started;
  // An agent hands over the connection of a tunnel once it is open.
  if (agent?.options?.proxyEnv) return socket ? undefined : 'tunnel';
  return !isOwn && isForProxy(target) ? 'past' : undefined;
};

/** Returns true if the environment names a proxy for an address. Node uses it only if NODE_USE_ENV_PROXY is set when it starts. */
const isForProxy = ({ protocol, hostname }: URL): boolean => {
  const { HTTPS_PROXY, https_proxy = HTTPS_PROXY, NO_PROXY = '', no_proxy = NO_PROXY } = process.env;
  if (!https_proxy || protocol !== 'https:' || isSafe({ protocol: 'http:', hostname } as URL)) return false;
  const isLeftOut = (entry: string): boolean => entry === '*' || `.${hostname}`.endsWith(`.${entry.replace(/^\*?\./, '')}`);
  return !no_proxy.split(/[\s,]+/).some((entry) => entry !== '' && isLeftOut(entry));
};
