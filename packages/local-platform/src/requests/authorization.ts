/** Returns the credentials of a request's `Authorization` header. Returns undefined if the header has another scheme. Case is ignored. */
export const authorizedBy = (scheme: 'Basic' | 'Bearer', { headers }: Request): string | undefined => {
  const [, name = '', sent] = /^(\S+) +(?! )(.*)$/.exec(headers.get('authorization') ?? '') ?? [];
  return name.toLowerCase() === scheme.toLowerCase() ? sent : undefined;
};
