/** The kinds of wallet owners. */
export const WALLET_ENTITY_TYPES = ['user', 'organization', 'project'] as const;

/** The purposes of a wallet. `operating` is for organizations, `project_funds` is for projects, and `general` is for any wallet. */
export const WALLET_PURPOSES = ['operating', 'project_funds', 'general'] as const;

/** The kinds of transactions between wallets or assets. */
export const TRANSACTION_TYPES = ['asset_conversion', 'wallet_transfer', 'transfer_with_conversion'] as const;
