import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bodyOf, nowhere, run } from './run.ts';

it('flags become fields of the input, with the types of the contract', async () => {
  const chat = ['gateway.chat', '--model', 'auto', '--messages', '{"role":"user","content":"Hello"}'];

  expect(await bodyOf([...chat, '--max-tokens', '5', '--temperature', '.5', '--logprobs', '--no-parallel-tool-calls'])).toEqual({
    model: 'auto',
    messages: [{ role: 'user', content: 'Hello' }],
    max_tokens: 5,
    temperature: 0.5,
    logprobs: true,
    parallel_tool_calls: false,
  });
});

it('flags with dots set inner fields, and the client sets constants', async () => {
  expect(await bodyOf(['memory.chat', '--session-id', 's-1', '--message', 'Hi', '--config.model-preference', 'fast'])).toEqual({
    session_id: 's-1',
    message: 'Hi',
    config: { model_preference: 'fast' },
  });
  expect(await bodyOf(['settings.pin', '--organization-id', '7', '--pinned-project-ids', '1', '--pinned-project-ids', '2'])).toEqual({
    setting_key: 'sidebar',
    organization_id: 7,
    pinned_project_ids: [1, 2],
  });
});

it('flags accept JSON for objects and lists, and text if the field also allows a string', async () => {
  const chat = ['gateway.chat', '--model', 'auto', '--messages', '[{"role":"user","content":"Hello"}]'];

  expect(await bodyOf([...chat, '--stop', 'END', '--metadata', '{"team":"a"}'])).toMatchObject({ stop: 'END', metadata: { team: 'a' } });
  expect(await bodyOf([...chat, '--stop', '["a","b"]'])).toMatchObject({ stop: ['a', 'b'] });
  expect(await bodyOf(['settings.pin', '--organization-id', '7', '--pinned-project-ids', '[]'])).toMatchObject({
    pinned_project_ids: [],
  });
});

it('flags keep text that looks like an option, a number, a quotation or a variable', async () => {
  for (const name of ['--json', '007', `it's "quoted" $HOME \`ls\` \\ ü`, 'two\nlines', '{{PLATFORM_API_KEY}}'])
    expect(await bodyOf(['organizations.create', `--name=${name}`])).toMatchObject({ data: { attributes: { name } } });
});

it('flags override fields from the standard input or from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'call-'));
  const file = join(folder, 'input.json');
  await writeFile(file, '{"session_id":"s-1","message":"from a file","config":{"embedding_model":"m"}}');
  const readInput = async (): Promise<string> => '{"session_id":"s-2","message":"from the input"}';

  expect(await bodyOf(['memory.chat', `@${file}`, '--config.model-preference', 'fast'])).toEqual({
    session_id: 's-1',
    message: 'from a file',
    config: { embedding_model: 'm', model_preference: 'fast' },
  });
  expect(await bodyOf(['memory.chat', '-', '--message', 'flag'], { readInput })).toEqual({ session_id: 's-2', message: 'flag' });
  await rm(folder, { recursive: true });
});

it.each([
  [['wallets.get', '--adress-hash', '1'], "Unknown option '--adress-hash': did you mean --address-hash?"],
  [['wallets.debit', '--amount', 'five'], '--amount must be a number.'],
  [['wallets.transactions', '--page', '1.5'], '--page must be a whole number.'],
  [['wallets.get', '--address-hash', 'a', '--address-hash', 'b'], '--address-hash is given 2 times, and takes one value.'],
  [['gateway.chat', '--messages', 'Hello'], `--messages must be JSON, such as '{"name": "value"}'.`],
  [['wallets.debit', '--amount', '-5'], '--amount needs a value: write --amount=<value> if it begins with a dash.'],
  [['wallets.list', '--limit', '5'], "Unknown option '--limit'."],
  [['wallets.transactions', '--limit', '0'], '--limit must be a whole number from 1 on.'],
  [['wallets.transactions', '--all', '--limit', '5'], '--all and --limit exclude each other.'],
  [['wallets.get', 'a'], "Unexpected argument 'a': inputs are flags, - or @file."],
  [['wallets.get', '@/missing.json'], 'The file /missing.json cannot be read (ENOENT).'],
  [['wallets.get', '-'], 'The standard input is not JSON: expected an object with the fields of the input.'],
  [['wallet.get'], "Unknown operation 'wallet.get': did you mean wallets.get?"],
  [['projects.access'], "'projects.access' is no operation. It contains projects.access.deny, projects.access.restore."],
  [[], 'The name of an operation is missing. platform-sdk commands lists them.'],
  [
    ['projects.apiKeys.create'],
    'projects.apiKeys.create returns a secret only once: add --show-secrets, and redirect the output to a file of yours.',
  ],
])('invalid flags are rejected before anything is sent: %j', async (args, reason) => {
  const { code, out, err } = await run(['call', ...args]);

  expect({ code, out, reason: err.split('\n\n')[0] }).toEqual({ code: 2, out: '', reason });
  expect(err).toContain('Usage: platform-sdk call');
});

it('flags cannot set properties of a prototype', async () => {
  const { code, err } = await run(['call', 'memory.profile.merge', '-'], nowhere, { readInput: async () => '{"__proto__": {"a": 1}}' });

  expect([code, err.split('\n')[0]]).toEqual([2, 'memory.profile.merge: __proto__ is unknown: did you mean facts?']);
});

it('the error for an invalid field names the flag, also as JSON', async () => {
  const text = await run(['call', 'wallets.get']);
  const json = await run(['call', 'settings.update', '--theme', 'purple', '--json']);

  expect(text).toEqual({
    code: 2,
    out: '',
    err: 'wallets.get: addressHash is required\nSet --address-hash. The inputs are listed by: platform-sdk call wallets.get --help',
  });
  expect(json).toMatchObject({ code: 2, out: '' });
  expect(JSON.parse(json.err)).toMatchObject({
    error: { message: 'settings.update: theme must be one of light, dark', kind: 'invalid-input', outcome: 'not-sent', field: 'theme' },
    exitCode: 2,
  });
});

it('the printed curl command reads secrets from variables, and contains no secrets', async () => {
  const { out, err } = await run(['call', 'auth.login', '--username', 'ada', '--password', 'difference-engine', '--dry-run']);

  expect(out).toBe(`curl -sS -X POST 'https://auth.test/v1/oauth/token' \\
  -H 'accept: application/json' \\
  -H "api-key: $PLATFORM_API_KEY" \\
  -H 'content-type: application/json' \\
  --data-raw '{"username":"ada","password":"'"$INPUT_PASSWORD"'"}'
`);
  expect(err).toBe('It reads $PLATFORM_API_KEY, $INPUT_PASSWORD.');
});

it('the printed curl command keeps words that only contain a short secret', async () => {
  const { out } = await run(['call', 'auth.login', '--username', 'password', '--password', 'o', '--dry-run']);

  expect(out).toContain("'https://auth.test/v1/oauth/token'");
  expect(out).toContain(`'{"username":"password","password":"'"$INPUT_PASSWORD"'"}'`);
});

it('the printed curl command contains the uploaded file, and variables for project keys and the session token', async () => {
  const traces = await run(['call', 'analytics.traces.list', '--dry-run']);
  const folder = await mkdtemp(join(tmpdir(), 'call-'));
  const file = join(folder, `it's notes.txt`);
  await writeFile(file, 'Hello');
  const upload = await run(['call', 'upload.upload', '--file', file, '--translate-to', 'de', '--dry-run']);
  await rm(folder, { recursive: true });
  const wallets = await run(['call', 'wallets.list', '--dry-run']);

  expect(traces.out).toContain('-u "$PLATFORM_PROJECT_PUBLIC_KEY:$PLATFORM_PROJECT_SECRET_KEY"');
  expect(upload.out).toContain(String.raw`-F 'file=@"${folder}/it'\''s notes.txt"'`);
  expect(upload.out).toContain("--form-string 'translate_to=de'");
  expect(upload.out).not.toContain('content-length');
  expect(wallets.err).toContain('export PLATFORM_ACCESS_TOKEN=$(platform-sdk whoami --access-token)');
});
