import { plainAddress, VERSIONED, wrongEnd, type RefusedBase } from './base-url.ts';

/** Describes a base address that cannot be used. */
export const baseUrlProblem = (operation: string, { service, base }: RefusedBase): string => {
  const field = `baseUrls.${service}`;
  if (!base) {
    const example = `https://${service}.example.com${VERSIONED.test(service) ? '/v1' : ''}`;
    const where = 'in the options of createPlatform or of the client';
    return `${operation} needs ${field}: set baseUrls: { ${service}: '${example}' } ${where}`;
  }
  const address = plainAddress(base);
  if (address === undefined) return `${field} ${addressProblem(base)}`;
  const end = wrongEnd(service, address);
  return end
    ? `${field} must not end in ${end}, which the paths of the service contain: remove it`
    : `${field} must end in a version such as /v1: add it`;
};

/** The address itself is not part of the message: it may contain a password. */
const addressProblem = (base: string): string => {
  const { protocol } = URL.canParse(base) ? new URL(base) : { protocol: '' };
  if (!/^https?:$/.test(protocol)) return 'must be an address that begins with https://, such as https://api.example.com/v1';
  return protocol === 'http:' && !/[@?#]/.test(base)
    ? 'must begin with https://: plain http is for this machine only, such as http://127.0.0.1:4010'
    : 'must be an address without a user, a password, a query and a fragment';
};
