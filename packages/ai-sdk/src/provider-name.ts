/** The name of the provider, and the key of its options and metadata. */
export const PROVIDER = 'platform';
