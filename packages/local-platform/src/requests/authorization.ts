/** Returns the credentials of a request's `Authorization` header under a scheme, in any case. Returns undefined for another scheme. */
export const authorizedBy = (scheme: 'Basic' | 'Bearer', { headers }: Request): string | undefined => {
  const [, name = '', sent] = /^(\S+) +(?! )(.*)$/.exec(headers.get('authorization') ?? '') ?? [];
  return name.toLowerCase() === scheme.toLowerCase() ? sent : undefined;
};
