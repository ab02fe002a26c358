/** What a request's `Authorization` carries under a scheme, whose name has no case; undefined for another scheme. */
export const authorizedBy = (scheme: 'Basic' | 'Bearer', { headers }: Request): string | undefined => {
  const [, name = '', sent] = /^(\S+) +(?! )(.*)$/.exec(headers.get('authorization') ?? '') ?? [];
  return name.toLowerCase() === scheme.toLowerCase() ? sent : undefined;
};
