/** A new operation for each of three services, as a contributor writes it in the four steps. */
import type { Change } from './copy.ts';

/** A new operation, with the changes of each file. Files are given as patterns, so that they may be moved. */
export interface NewOperation {
  readonly service: string;
  readonly name: string;
  readonly edits: readonly (readonly [pattern: string, changes: readonly Change[]])[];
  readonly example: string;
}

/** Inserts text before an existing line. */
const above = (line: string, text: string): Change => [line, `${text}${line}`];

/** Inserts text before an existing declaration and its comment. */
const aboveDeclaration = (code: string, text: string): Change => [code, text, 'before the block'];

const organizations: NewOperation = {
  service: 'organizations',
  name: 'archive',
  edits: [
    [
      'packages/organizations/src/types.ts',
      [
        aboveDeclaration(
          'export interface OrganizationUpdateInput',
          '/** The organization to archive. */\nexport interface OrganizationArchiveInput {\n  organizationId: string;\n  /** Shown to its members. */\n  reason: string;\n}\n\n',
        ),
      ],
    ],
    ['packages/organizations/src/index.ts', [above('  OrganizationCreateInput,', '  OrganizationArchiveInput,\n')]],
    [
      'packages/organizations/src/contract/organizations.ts',
      [
        above('OrganizationCreateInput,', 'OrganizationArchiveInput, '),
        aboveDeclaration(
          'export const update =',
          `/** Archives an organization. Its projects stay readable. */
export const archive = operation({
  method: 'POST',
  path: '/organizations/{organizationId}/archive',
  beyondSpecification: true,
  credentials: 'user',
  input: object<OrganizationArchiveInput>({ organizationId: string, reason: nonEmptyString }),
  body: envelope('organization'),
  output: document(organization),
  retry: 'non-idempotent',
  invalidates: ['/organizations'],
  undocumented: { 'data.attributes.reason': 'assumed' },
});

`,
        ),
      ],
    ],
    [
      'packages/local-platform/src/**/organizations/rules/organizations.ts',
      [
        above(
          '  update({ organizationId, name }, call) {',
          '  archive({ organizationId }, call) {\n    return resourceFor(asAdmin(call, organizationId));\n  },\n\n',
        ),
      ],
    ],
    [
      'packages/organizations/test/fixtures.ts',
      [
        above(
          '  list: (organizations) => organizations.list(),',
          "  archive: (organizations) => organizations.archive({ organizationId: 'org-1', reason: 'Moved' }),\n",
        ),
      ],
    ],
    [
      'packages/organizations/test/wire.test.ts',
      [
        above(
          "  { name: 'list', method: 'GET', path: '/organizations' },",
          "  {\n    name: 'archive',\n    method: 'POST',\n    path: '/organizations/org-1/archive',\n    body: { data: { type: 'organization', attributes: { reason: 'Moved' } } },\n  },\n",
        ),
      ],
    ],
    [
      'test/**/writes.ts',
      [
        above(
          "  'organizations.create':",
          "  'organizations.archive': (draw) => ({ ...place(draw, 'organizationId'), reason: 'Moved' }),\n",
        ),
      ],
    ],
  ],
  example: `import { organizationId, organizations } from '../../scenes/signed-in.ts';

const archived = await organizations.archive({
  organizationId,
  reason: 'Moved',
});
console.log(archived.name);
`,
};

const wallets: NewOperation = {
  service: 'wallets',
  name: 'freeze',
  edits: [
    [
      'packages/wallets/src/types.ts',
      [
        aboveDeclaration(
          'export interface WalletCreateInput',
          '/** The wallet to freeze. */\nexport interface WalletFreezeInput {\n  addressHash: string;\n  /** Shown to its owner. */\n  reason: string;\n}\n\n',
        ),
      ],
    ],
    ['packages/wallets/src/index.ts', [above('  WalletGetInput,', '  WalletFreezeInput,\n')]],
    [
      'packages/wallets/src/contract/wallets.ts',
      [
        above('  WalletGetInput,', '  WalletFreezeInput,\n'),
        aboveDeclaration(
          'export const update =',
          `/** Freezes a wallet. Its funds stay, and nobody can spend them. */
export const freeze = operation({
  method: 'POST',
  path: '/wallets/{addressHash}/freeze',
  beyondSpecification: true,
  credentials: 'user',
  input: object<WalletFreezeInput>({ addressHash: string, reason: nonEmptyString }),
  body: wrappedIn('wallet'),
  output: document(wallet),
  retry: 'non-idempotent',
  invalidates: ['/wallets$', '/wallets/{addressHash}'],
  errors: [404],
  undocumented: { wallet: 'assumed', 'wallet.reason': 'assumed', ...walletNames },
});

`,
        ),
      ],
    ],
    [
      'packages/local-platform/src/**/wallets/rules/wallets.ts',
      [
        ["'create' | 'update' |", "'create' | 'freeze' | 'update' |"],
        above(
          '  update({ addressHash, entity_name, description }, call) {',
          '  freeze: ({ addressHash }, call) => walletResource(spent(call, addressHash)),\n\n',
        ),
      ],
    ],
    [
      'packages/wallets/test/wallets.test.ts',
      [
        above(
          "it('wallets.list requests and returns all wallets', async () => {",
          `it('wallets.freeze sends the reason and returns the wallet', async () => {
  const { wallets, sent } = wire([json({ data: walletDocument() })]);
  await expect(wallets.freeze({ addressHash: '0xA1', reason: 'Lost' })).resolves.toEqual(someWallet);
  const body = '{"wallet":{"reason":"Lost"}}';
  expect(sent).toEqual([{ line: 'POST https://api.test/v1/wallets/0xA1/freeze', headers: userBodyHeaders, body }]);
});

`,
        ),
      ],
    ],
    [
      'test/**/writes.ts',
      [above("  'wallets.update':", "  'wallets.freeze': (draw) => ({ ...place(draw, 'addressHash'), reason: 'Lost' }),\n")],
    ],
  ],
  example: `import { addressHash, wallets } from '../../scenes/signed-in.ts';

const wallet = await wallets.freeze({ addressHash, reason: 'Lost' });
console.log(wallet.balance);
`,
};

const search: NewOperation = {
  service: 'search',
  name: 'suggest',
  edits: [
    [
      'packages/search/src/types.ts',
      [
        aboveDeclaration(
          'export interface SearchMessage',
          '/** The beginning of a query. */\nexport interface SearchSuggestInput {\n  query: string;\n  /** The maximum number of suggestions, from 1 to 20. Default: chosen by the service. */\n  limit?: number;\n}\n\n',
        ),
      ],
    ],
    ['packages/search/src/index.ts', [above('  ToolCall,', '  SearchSuggestInput,\n')]],
    [
      'packages/search/src/contract.ts',
      [
        above('  boolean,', '  integer,\n  nonEmptyString,\n'),
        above('  SearchBody,', '  SearchSuggestInput,\n'),
        above(
          'const chatPost = {',
          `/** Suggests queries that begin with the query. */
export const suggest = operation({
  method: 'GET',
  path: '/v1/suggest',
  beyondSpecification: true,
  credentials: 'agent',
  authenticate: agentPair,
  input: object<SearchSuggestInput>({ query: nonEmptyString, limit: optional(integer({ minimum: 1, maximum: 20 })) }),
  output: array(string),
  retry: 'safe',
  undocumented: { query: 'assumed', limit: 'assumed' },
});

`,
        ),
      ],
    ],
    [
      'packages/search/src/client.ts',
      [
        ['import type { CallOptions, Platform,', 'import type { CallOptions, Client, Platform,'],
        [
          'EventStream<SearchChatChunk, SearchChatResult>;',
          "EventStream<SearchChatChunk, SearchChatResult>;\n  /** Suggests queries that begin with the query. */\n  readonly suggest: Client<typeof contract>['suggest'];",
        ],
        above('    chat: (input, options)', '    suggest: client.suggest,\n'),
      ],
    ],
    [
      'packages/local-platform/src/**/search/rules.ts',
      [above('  chatStream: (', '  suggest: ({ query, limit = 5 }) => [query, `${query} engine`].slice(0, limit),\n')],
    ],
    [
      'packages/search/test/search.test.ts',
      [
        above(
          "it('search.search keeps undocumented fields of a result'",
          `it('search.suggest sends the query and the limit, and returns the suggestions', async () => {
  const { search, sent } = wire([Response.json(['difference engine'])]);
  await expect(search.suggest({ query: 'difference', limit: 20 })).resolves.toEqual(['difference engine']);
  const line = 'GET https://search.test/v1/suggest?query=difference&limit=20';
  expect(sent).toEqual([{ line, headers: { accept: 'application/json' }, body: '' }]);
});

it('search.suggest rejects a limit of 21 before anything is sent', async () => {
  const { search, sent } = wire([Response.json([])]);
  await expect(failureOf(search.suggest({ query: 'a', limit: 21 }))).resolves.toMatchObject({ kind: 'invalid-input', field: 'limit' });
  expect(sent).toEqual([]);
});

`,
        ),
      ],
    ],
    ['test/**/reads.ts', [above("  'memory.sessions.list':", "  'search.suggest': [{ query: 'wheel' }],\n")]],
  ],
  example: `import { search } from '../../scenes/platform.ts';

const suggestions = await search.suggest({ query: 'wheel', limit: 5 });
console.log(suggestions);
`,
};

export const operations: readonly NewOperation[] = [organizations, wallets, search];
