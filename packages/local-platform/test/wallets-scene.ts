import { localAdminAccess, type LocalPlatform } from '@platform-sdk/local-platform';
import { createCrew, type Crew } from './organization-roles.ts';
import { send, type RawAnswer } from './raw-request.ts';

type Name = keyof Crew['tokens'];

/** A wallet as a list contains it. */
export interface ListedWallet {
  readonly id: string;
  readonly attributes: { readonly addressHash: string; readonly entityType: string; readonly entityId: string; readonly balance: number };
}

/** The crew with its wallets, and helpers for their actions. */
export interface WalletScene extends Crew {
  /** The address of each personal wallet. */
  readonly own: Readonly<Record<Name, string>>;
  /** The address of the organization's wallet. */
  readonly operating: string;
  readonly as: (name: Name, line: string, body?: unknown) => Promise<RawAnswer>;
  readonly credit: (addressHash: string, amount: number) => Promise<RawAnswer>;
  readonly balance: (name: Name, addressHash: string) => Promise<number>;
}

const BASE = '/control/v1';

export const listedWallets = async (platform: LocalPlatform, token: string, query = ''): Promise<ListedWallet[]> => {
  const { body } = await send(platform, `GET ${BASE}/wallets${query}`, { token });
  return (body as { data: ListedWallet[] }).data;
};

export const createWalletScene = async (): Promise<WalletScene> => {
  const crew = await createCrew();
  const { platform, tokens, ids } = crew;
  const as: WalletScene['as'] = (name, line, body) => send(platform, line.replace(' /', ` ${BASE}/`), { token: tokens[name], body });
  const names = Object.keys(ids) as Name[];
  const own = await Promise.all(
    names.map(async (name) => [name, (await listedWallets(platform, tokens[name], '?entity_type=user'))[0]!.attributes.addressHash]),
  );
  const [operating] = await listedWallets(platform, tokens.olga, '?entity_type=organization');
  return {
    ...crew,
    own: Object.fromEntries(own) as WalletScene['own'],
    operating: operating!.attributes.addressHash,
    as,
    credit: (addressHash, amount) =>
      send(platform, `POST ${BASE}/wallets/${addressHash}/credits`, {
        token: tokens.olga,
        headers: { 'Admin-Access': localAdminAccess },
        body: { credit: { amount } },
      }),
    balance: async (name, addressHash) => {
      const { body } = await as(name, `GET /wallets/${addressHash}`);
      return (body as { data: ListedWallet }).data.attributes.balance;
    },
  };
};

/** Returns the attributes of the resource in a response. */
export const attributesIn = ({ body }: RawAnswer): Record<string, unknown> =>
  (body as { data: { attributes: Record<string, unknown> } }).data.attributes;

/** Returns the status of a response, and the code of its first error. */
export const refusalIn = ({ status, body }: RawAnswer): [number, string | undefined] => {
  const { errors, error } = (body ?? {}) as { errors?: { code: string }[]; error?: { code: string } };
  return [status, errors?.[0]?.code ?? error?.code];
};
