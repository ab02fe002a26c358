import { createAgentPassesClient } from '@platform-sdk/agent-passes';
import { createPlatform, type LogEvent, type Platform, type PlatformOptions } from '@platform-sdk/core';
import { createMemoryClient } from '@platform-sdk/memory';
import { createProjectsClient } from '@platform-sdk/projects';
import { platformErrorOf } from '@platform-sdk/test-helpers';
import { expect, it } from 'vitest';

const project = { organizationId: 'o-1', projectId: '7' };
const passes = { orgId: 'o-1', projectId: '7' };
const secret = 'secret-shown-once';
const pass = { data: { id: 'made-1', type: 'agentPass', attributes: { title: 'Deploys' } } };
const key = { data: { id: 'made-1', type: 'apiKey', attributes: { publicKey: 'pk-1' } } };

interface Row {
  readonly name: string;
  readonly call: (platform: Platform) => Promise<unknown>;
  /** Returns a response in which the secret has this value. */
  readonly response: (value: unknown) => object;
  /** A response with the secret, in which another field does not match the API specification. */
  readonly wrong: object;
  readonly field: string;
  readonly advice: RegExp;
  /** True if the API specification shows the secret, so that a response without it is an error. Otherwise, it causes a warning. */
  readonly isDocumented?: true;
}

const rows: readonly Row[] = [
  {
    name: 'agentPasses.create',
    call: (platform) => createAgentPassesClient(platform).create({ ...passes, title: 'Deploys' }),
    response: (secretKey) => ({ ...pass, meta: { secretKey } }),
    wrong: { data: { ...pass.data, attributes: { title: 7 } }, meta: { secretKey: secret } },
    field: 'meta.secretKey',
    advice: /created, but its key was not returned .* agentPasses\.rotateKey/,
  },
  {
    name: 'agentPasses.rotateKey',
    call: (platform) => createAgentPassesClient(platform).rotateKey({ ...passes, passId: 'made-1' }),
    response: (secretKey) => ({ ...pass, meta: { secretKey } }),
    wrong: { data: { ...pass.data, attributes: { title: 7 } }, meta: { secretKey: secret } },
    field: 'meta.secretKey',
    advice: /old key is invalid, but the new one was not returned .* agentPasses\.rotateKey once more/,
  },
  {
    name: 'projects.apiKeys.create',
    call: (platform) => createProjectsClient(platform).apiKeys.create({ ...project, note: 'CI' }),
    response: (secretKey) => ({ ...key, meta: { secretKey } }),
    wrong: { data: { ...key.data, attributes: { publicKey: 7 } }, meta: { secretKey: secret } },
    field: 'meta.secretKey',
    advice: /created, but its secret was not returned .* remove it, and create another/,
  },
  {
    name: 'memory.users.register',
    call: (platform) => createMemoryClient(platform).users.register({ id: '6f1c2a34-0000-4000-8000-00000000000a', email: 'a@example.com' }),
    response: (access_token) => ({ access_token, token_type: 'Bearer' }),
    wrong: { access_token: secret, token_type: 7 },
    field: 'access_token',
    isDocumented: true,
    advice: /stored, but the token was not returned .* memory\.users\.register once more/,
  },
  {
    name: 'memory.tokens.create',
    call: (platform) => createMemoryClient(platform).tokens.create({ name: 'Laptop' }),
    response: (access_token) => ({ access_token, token_type: 'Bearer' }),
    wrong: { access_token: secret, token_type: 7 },
    field: 'access_token',
    isDocumented: true,
    advice: /created, but it was not returned .* memory\.tokens\.remove/,
  },
];

const modes = ['report', 'throw', 'off'] as const;
const cases = rows.flatMap((row) => modes.map((validation) => ({ ...row, validation })));
const documented = cases.filter(({ isDocumented }) => isDocumented);
const undocumented = cases.filter(({ isDocumented }) => !isDocumented);

const platformWith = (response: () => Response, options: PlatformOptions) => {
  let requests = 0;
  const platform = createPlatform({
    apiKey: 'app-1',
    accessToken: 'access-1',
    tokens: { memory: 'memory-1' },
    baseUrls: { organizations: 'https://control.test/v1', memory: 'https://memory.test' },
    fetch: async () => {
      requests++;
      return response();
    },
    ...options,
  });
  return { platform, requests: () => requests };
};

it.each(undocumented)('$name warns if a success lacks its secret, with validation $validation', async ({ validation, ...row }) => {
  for (const missing of [undefined, null, '']) {
    const warnings: string[] = [];
    const logger = (event: LogEvent): void => void (event.type === 'warning' && warnings.push(event.message));
    const { platform, requests } = platformWith(() => Response.json(row.response(missing)), { validation, logger });
    await expect(row.call(platform)).resolves.toMatchObject({ id: 'made-1' });
    expect(warnings).toEqual([expect.stringMatching(row.advice)]);
    expect(warnings[0]).toContain(row.name);
    expect(requests()).toBe(1);
  }
});

it.each(documented)('$name fails if a success lacks its secret, with validation $validation', async ({ validation, ...row }) => {
  for (const missing of [undefined, null, '', 7]) {
    const { platform, requests } = platformWith(() => Response.json(row.response(missing)), { validation });
    const error = await platformErrorOf(row.call(platform));
    expect(error).toMatchObject({ kind: 'invalid-response', field: row.field, operation: row.name, outcome: 'likely-applied' });
    expect(error.message).toMatch(row.advice);
    expect(requests()).toBe(1);
  }
});

it.each(documented)('$name fails if an empty success lacks its secret, with validation $validation', async ({ validation, ...row }) => {
  for (const text of ['', 'null', '{}', '{"data":null}', '{"data":{"id":"made-1","attributes":{}}}', 'done']) {
    const { platform, requests } = platformWith(() => new Response(text), { validation });
    const error = await platformErrorOf(row.call(platform));
    expect(error).toMatchObject({ kind: 'invalid-response', outcome: 'likely-applied' });
    expect(error.message).toMatch(row.advice);
    expect(requests()).toBe(1);
  }
});

it.each(cases)(
  '$name returns its secret even if another field of the response is wrong, with validation $validation',
  async ({ validation, ...row }) => {
    const { platform } = platformWith(() => Response.json(row.wrong), { validation });
    expect(JSON.stringify(await row.call(platform))).toContain(secret);
  },
);

it.each(rows)('$name fails without advice about a lost secret if the service rejects it or its outcome is unknown', async ({ call }) => {
  for (const response of [() => Response.json({ message: 'No.' }, { status: 422 }), () => new Response('<html></html>')]) {
    const error = await platformErrorOf(call(platformWith(response, {}).platform));
    expect(error.outcome).not.toBe('likely-applied');
    expect(error.message).not.toMatch(/cannot be read again/);
  }
});

it('the error for a lost secret contains the id of the created resource, but no secret', async () => {
  const body = { id: 'made-1', key: secret, keys: [secret] };
  const error = await platformErrorOf((rows[3] as Row).call(platformWith(() => Response.json(body), {}).platform));
  expect(error.body).toMatchObject({ id: 'made-1' });
  expect(JSON.stringify(error) + error.message).not.toContain(secret);
});

it('a secret that is shown once is read from the field that `wireNames` names', async () => {
  const wireNames = { 'agentPasses.create': { 'meta.secretKey': 'key' } };
  const { platform } = platformWith(() => Response.json({ ...pass, meta: { key: secret } }), { wireNames });
  await expect((rows[0] as Row).call(platform)).resolves.toMatchObject({ meta: { secretKey: secret } });
});

it.each(modes)('projects.keyPair throws if half of the key pair is missing, with validation %s', async (validation) => {
  for (const secrets of [{ publicKey: 'pk-1' }, { secretKey: 'sk-1' }, { publicKey: 'pk-1', secretKey: '' }, null]) {
    const data = { id: '7', type: 'project', attributes: { name: 'CI', is_default: false } };
    const { platform } = platformWith(() => Response.json({ data, meta: { secrets } }), { validation });
    const error = await platformErrorOf(createProjectsClient(platform).keyPair(project));
    expect(error).toMatchObject({ kind: 'invalid-response', operation: 'projects.get' });
    expect(error.message).toMatch(/secret/);
  }
});
