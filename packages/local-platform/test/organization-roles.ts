import type { LocalPlatform } from '@platform-sdk/local-platform';
import { platformAtNewYear, signIn } from './raw-request.ts';

export interface Crew {
  readonly platform: LocalPlatform;
  readonly organizationId: string;
  /** Access tokens by name. */
  readonly tokens: Readonly<Record<'olga' | 'adam' | 'mia' | 'vic' | 'zoe', string>>;
  /** User ids by name. */
  readonly ids: Readonly<Record<'olga' | 'adam' | 'mia' | 'vic' | 'zoe', string>>;
}

/** Creates an organization with an owner, an admin, a member and a viewer. Zoe is not a member. */
export const createCrew = async (): Promise<Crew> => {
  const platform = platformAtNewYear();
  const names = ['olga', 'adam', 'mia', 'vic', 'zoe'] as const;
  const { accounts, organizations } = platform.seed({
    accounts: names.map((name) => ({ email: `${name}@example.com`, password: 'pass', firstName: name })),
    organizations: [
      {
        name: 'Crew',
        owner: 'olga@example.com',
        members: [
          { email: 'adam@example.com', role: 'ADMIN' },
          { email: 'mia@example.com', role: 'MEMBER' },
          { email: 'vic@example.com', role: 'VIEWER' },
        ],
        projects: ['First', 'Second'],
      },
    ],
  });
  const tokens = await Promise.all(names.map(async (name) => [name, (await signIn(platform, `${name}@example.com`, 'pass')).accessToken]));
  return {
    platform,
    organizationId: organizations[0]!.id,
    tokens: Object.fromEntries(tokens) as Crew['tokens'],
    ids: Object.fromEntries(names.map((name, index) => [name, accounts[index]!.id])) as Crew['ids'],
  };
};
