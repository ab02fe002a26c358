/** The names of two fields in responses. The API specification documents them only in the request of `wallets.update`. */
export const walletNames = { 'data.attributes.entity_name': 'assumed', 'data.attributes.description': 'assumed' } as const;

export const transactionNames = {
  'data.attributes.transaction_type': 'assumed',
  'data.attributes.amount': 'assumed',
  'data.attributes.from_wallet': 'assumed',
  'data.attributes.to_wallet': 'assumed',
  'data.attributes.source_asset': 'assumed',
  'data.attributes.target_asset': 'assumed',
  'data.attributes.status': 'assumed',
  'data.attributes.metadata': 'assumed',
  'data.attributes.created_at': 'assumed',
} as const;

export const transferNames = {
  'data.attributes.from_wallet': 'assumed',
  'data.attributes.to_wallet': 'assumed',
  'data.attributes.amount': 'assumed',
  'data.attributes.currency': 'assumed',
  'data.attributes.description': 'assumed',
  'data.attributes.status': 'assumed',
  'data.attributes.created_at': 'assumed',
  'data.attributes.updated_at': 'assumed',
} as const;

export const pageNames = {
  meta: 'published',
  'meta.page': 'published',
  'meta.per_page': 'published',
  'meta.total_count': 'published',
} as const;
