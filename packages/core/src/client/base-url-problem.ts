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
  if (address === undefined) return `${field} must be a plain https address (http only on this machine)`;
  const end = wrongEnd(service, address);
  return end
    ? `${field} must not end in ${end}, which the paths of the service contain: remove it`
    : `${field} must end in a version such as /v1: add it`;
};
