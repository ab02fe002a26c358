import { writeResponse } from '@platform-sdk/core/server';
import * as contract from '@platform-sdk/wallets/contract';
import type { WalletCreateInput } from '@platform-sdk/wallets';
import { projectRecords } from '../../projects/records.ts';
import { refuse } from '../../../errors/refusal.ts';
import type { Call, Rules } from '../../../routing/service.ts';
import { allowed, seen, sees, spent, walletsSeenBy } from '../access.ts';
import { ledgerRecords, openWallet, ownWallet, walletsOf } from '../records.ts';
import { pageOf, walletResource } from '../resources.ts';

type OfWallets = Pick<typeof contract, 'list' | 'get' | 'create' | 'update' | 'transactions'>;

/** Returns the entity id of a new wallet, from `entity_id` or `metadata`. For a user, it defaults to the caller's id. */
const entityIdOf = ({ entity_type, entity_id, metadata }: WalletCreateInput, { user }: Call): string => {
  const named = entity_id ?? metadata?.[`${entity_type}_id`];
  if (typeof named === 'string' || typeof named === 'number') return String(named);
  return entity_type === 'user'
    ? user.id
    : refuse(422, 'INVALID_ENTITY', 'The entity is missing: send its id in entity_id.', { field: 'entity_id' });
};

const PURPOSE_OF = { operating: 'organization', project_funds: 'project' } as const;

export const wallets: Rules<OfWallets> = {
  list({ entity_type }, call) {
    const { world, user } = call;
    ownWallet(world, user.id);
    const all = entity_type === 'user' ? walletsOf(world, 'user', user.id) : walletsSeenBy(call);
    return all.filter((wallet) => wallet.entityType === (entity_type ?? wallet.entityType)).map(walletResource);
  },

  get: ({ addressHash }, call) => walletResource(seen(call, addressHash)),

  create(input, call) {
    const { world, user } = call;
    const { entity_type: entityType, entity_name, purpose = 'general', currency = 'CREDITS' } = input;
    const entity = { entityType, entityId: entityIdOf(input, call) };
    const isRemoved = world.records(projectRecords).removed.has(entity.entityId) && entityType === 'project';
    if (isRemoved || !sees(world, user.id, entity)) refuse(422, 'INVALID_ENTITY', 'There is no such entity.', { field: 'entity_id' });
    allowed(call, entity);
    if (purpose !== 'general' && PURPOSE_OF[purpose] !== entityType)
      refuse(422, 'INVALID_PURPOSE', `Only wallets of a ${PURPOSE_OF[purpose]} have this purpose.`, { field: 'purpose' });
    if (walletsOf(world, entityType, entity.entityId).some((wallet) => wallet.purpose === purpose && wallet.currency === currency))
      refuse(422, 'WALLET_EXISTS', 'This wallet exists already.', { field: 'purpose' });
    return walletResource(openWallet(world, { ...entity, purpose, currency, ...(entity_name !== undefined && { entity_name }) }));
  },

  update({ addressHash, entity_name, description }, call) {
    const wallet = spent(call, addressHash);
    if (entity_name !== undefined) wallet.entity_name = entity_name;
    if (description !== undefined) wallet.description = description;
    return walletResource(wallet);
  },

  transactions({ addressHash, ...query }, call) {
    const { world } = call;
    seen(call, addressHash);
    const own = world.records(ledgerRecords).transactions.by('wallet', addressHash);
    const answer = writeResponse(contract.transactions, pageOf(own, query), world.settings.wireNames['wallets.transactions']);
    // Clients that search for a payment need the platform's time, which may differ from the machine's time.
    answer.headers.set('date', new Date(world.clock.now()).toUTCString());
    return answer;
  },
};
