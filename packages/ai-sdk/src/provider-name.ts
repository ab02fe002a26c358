/** The name of the provider, under which its options and its metadata are found. */
export const PROVIDER = 'platform';
