/** The public part of the environment. The server writes it into the page. */
export interface Config {
  readonly apiKey?: string;
  readonly baseUrls: Readonly<Partial<Record<'auth' | 'organizations' | 'wallets' | 'upload', string>>>;
  readonly hints: {
    readonly account?: { readonly email: string; readonly password: string };
    readonly models?: readonly string[];
    readonly agents?: readonly string[];
    readonly site?: string;
    readonly inspector?: string;
  };
}

let config: Config | undefined;

/** Returns the public part of the environment. */
export const readConfig = (): Config => (config ??= JSON.parse(document.getElementById('config')?.textContent ?? '{}') as Config);
