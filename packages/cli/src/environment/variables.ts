import type { BaseName, PlatformOptions } from '@platform-sdk/core';

export type Variables = Readonly<Record<string, string | undefined>>;

/** An environment variable, as the file `.env.example` lists it. */
export interface Variable {
  readonly name: string;
  readonly isSecret: boolean;
}

/** The services that have a URL variable: `auth` has `PLATFORM_AUTH_URL`. */
export const BASES: readonly BaseName[] = [
  'auth',
  'organizations',
  'wallets',
  'analytics',
  'memory',
  'gateway',
  'upload',
  'search',
  'converter',
];

/** The services whose URL must end with a version, such as `/v1`. */
export const VERSIONED: readonly BaseName[] = ['auth', 'organizations', 'wallets', 'gateway'];

export const urlVariable = (base: BaseName): string => `PLATFORM_${base.toUpperCase()}_URL`;

const URLS = Object.fromEntries(BASES.map((base) => [base, urlVariable(base)]));

const TOKENS = {
  memory: 'PLATFORM_MEMORY_TOKEN',
  gateway: 'PLATFORM_GATEWAY_KEY',
  upload: 'PLATFORM_UPLOAD_TOKEN',
  converter: 'PLATFORM_CONVERTER_TOKEN',
} as const;

/** Every variable that the commands and the examples read. */
export const variables: readonly Variable[] = [
  { name: 'PLATFORM_API_KEY', isSecret: true },
  ...Object.values(URLS).map((name) => ({ name, isSecret: false })),
  { name: 'PLATFORM_USERNAME', isSecret: true },
  { name: 'PLATFORM_PASSWORD', isSecret: true },
  { name: 'PLATFORM_ACCESS_TOKEN', isSecret: true },
  { name: 'PLATFORM_ADMIN_ACCESS', isSecret: true },
  { name: 'PLATFORM_PROFILE', isSecret: false },
  { name: 'PLATFORM_EMAIL', isSecret: false },
  ...Object.values(TOKENS).map((name) => ({ name, isSecret: true })),
  { name: 'PLATFORM_PROJECT_PUBLIC_KEY', isSecret: true },
  { name: 'PLATFORM_PROJECT_SECRET_KEY', isSecret: true },
  { name: 'PLATFORM_AGENT_USER_ID', isSecret: true },
  { name: 'PLATFORM_AGENT_SECRET_TOKEN', isSecret: true },
  { name: 'PLATFORM_SITE', isSecret: false },
  { name: 'PLATFORM_MAY_EMPTY_WALLETS', isSecret: false },
];

/** Returns the value of a variable. An empty variable counts as unset, because the variables in `.env.example` are empty. */
export const readVariable = (given: Variables, name: string): string | undefined => {
  const value = given[name]?.trim();
  return value === '' ? undefined : value;
};

/** Returns the values of the variables that are set, by service. */
const readByService = (given: Variables, names: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([service, name]) => {
      const value = readVariable(given, name);
      return value === undefined ? [] : [[service, value]];
    }),
  );

/** Returns the URLs and credentials for `createPlatform`, without the account. */
export const readPlatformOptions = (given: Variables): PlatformOptions => {
  const apiKey = readVariable(given, 'PLATFORM_API_KEY');
  const publicKey = readVariable(given, 'PLATFORM_PROJECT_PUBLIC_KEY');
  const secretKey = readVariable(given, 'PLATFORM_PROJECT_SECRET_KEY');
  const userId = readVariable(given, 'PLATFORM_AGENT_USER_ID');
  const secretToken = readVariable(given, 'PLATFORM_AGENT_SECRET_TOKEN');
  const tokens = readByService(given, TOKENS);
  return {
    ...(apiKey && { apiKey }),
    baseUrls: readByService(given, URLS),
    ...(Object.keys(tokens).length > 0 && { tokens }),
    ...(publicKey && secretKey && { projectKeys: { publicKey, secretKey } }),
    ...(userId && secretToken && { agent: { userId, secretToken } }),
  };
};

/** Removes the slashes at the end of a URL or a path, in linear time. */
export const withoutSlashes = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
};

/** Returns the pattern for the addresses of new accounts, such as `ada+{name}@example.org`, or undefined if it lacks `{name}`. */
export const readEmailPattern = (given: Variables): string | undefined => {
  const pattern = readVariable(given, 'PLATFORM_EMAIL');
  return pattern?.includes('{name}') ? pattern : undefined;
};

/** Returns the credentials that replace or extend a session: a user's access token, and the value of the header `Admin-Access`. */
export const readCallCredentials = (given: Variables): Pick<PlatformOptions, 'accessToken' | 'adminAccess'> => {
  const accessToken = readVariable(given, 'PLATFORM_ACCESS_TOKEN');
  const adminAccess = readVariable(given, 'PLATFORM_ADMIN_ACCESS');
  return { ...(accessToken && { accessToken }), ...(adminAccess && { adminAccess }) };
};

/** Returns the names of the variables that set an option of `createPlatform`, such as `tokens.memory`. Undefined for other names. */
export const variablesOfSetting = (setting: string): string | undefined => {
  const [group, name = ''] = setting.split('.');
  if (group === 'baseUrls') return urlVariable(name as BaseName);
  if (group === 'tokens') return TOKENS[name as keyof typeof TOKENS];
  return Object.hasOwn(SETTINGS, setting) ? SETTINGS[setting] : undefined;
};

const SETTINGS: Readonly<Record<string, string>> = {
  apiKey: 'PLATFORM_API_KEY',
  adminAccess: 'PLATFORM_ADMIN_ACCESS',
  projectKeys: 'PLATFORM_PROJECT_PUBLIC_KEY and PLATFORM_PROJECT_SECRET_KEY',
  agent: 'PLATFORM_AGENT_USER_ID and PLATFORM_AGENT_SECRET_TOKEN',
};

/** Returns the account of an environment, or undefined if one of its two variables is missing. */
export const readAccount = (given: Variables): { readonly username: string; readonly password: string } | undefined => {
  const username = readVariable(given, 'PLATFORM_USERNAME');
  const password = given['PLATFORM_PASSWORD'];
  return username && password ? { username, password } : undefined;
};
