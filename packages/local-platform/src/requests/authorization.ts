/**
 * Returns the credentials in a request's `Authorization` header, or undefined if the header is missing or has another scheme. The case of
 * the scheme is ignored.
 */
export const authorizedBy = (scheme: 'Basic' | 'Bearer', { headers }: Request): string | undefined => {
  const [, name = '', sent] = /^(\S+) +(?! )(.*)$/.exec(headers.get('authorization') ?? '') ?? [];
  return name.toLowerCase() === scheme.toLowerCase() ? sent : undefined;
};
