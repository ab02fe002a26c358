import { auth, local, platform, wallets } from './signed-in.ts';

local.seed({ accounts: [{ email: 'grace@example.com', password: 'flow-matic' }] });
const walletOf = async (email: string, password: string): Promise<string> => {
  await auth.login({ username: email, password });
  const session = await platform.session.get();
  return (
    (await wallets.list({ entity_type: 'user' })).find(
      ({ entityId }) => entityId === session?.id,
    )?.addressHash ?? ''
  );
};
export { auth, local, wallets };
export const to_wallet = await walletOf('grace@example.com', 'flow-matic');
export const from_wallet = await walletOf(
  local.account.email,
  local.account.password,
);
export const transfer = await wallets.transfers.create({
  from_wallet,
  to_wallet,
  amount: 12.5,
});
export const transferId = transfer?.id ?? '';
