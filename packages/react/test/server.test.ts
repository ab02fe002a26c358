import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createPlatform, type Tokens } from '@platform-sdk/core';
import { can } from '@platform-sdk/organizations';
import { PlatformProvider, useChat, useJob, usePermission, useSession, useUpload } from '@platform-sdk/react';
import { toSessionSnapshot } from '@platform-sdk/react/server';
import { createElement as h, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';

const tokens: Tokens = { accessToken: 'planted-access', refreshToken: 'planted-refresh', id: 'u1', email: 'ada@example.com' };

const Page = (): ReactNode => {
  const { status, user } = useSession();
  const { send, status: chat } = useChat({ reply: () => ({ async *text() {} }) });
  const upload = useUpload(async () => 1);
  const job = useJob(() => ({ async *[Symbol.asyncIterator]() {}, result: async () => 1 }));
  const isAllowed = usePermission({ meta: { can: { 'project.create': true } } }, 'project.create');
  return h('p', { onClick: () => void send('Hello') }, [status, user?.email, chat, upload.status, job.status, String(isAllowed)].join(' '));
};

const maps: unknown[] = [
  undefined,
  null,
  'x',
  {},
  { project: { create: true } },
  { 'project.create': false, project: { create: true } },
  { project: true },
];

it.each(maps)('usePermission returns the same result as `can` for %j', (map) => {
  for (const permission of ['project.create', 'project', 'toString', 'project.create.more']) {
    const resource = { meta: { can: map } };
    const Shown = (): ReactNode => String(usePermission(resource, permission));
    const html = renderToString(h(PlatformProvider, { platform: createPlatform() }, h(Shown)));
    expect(html).toBe(String(can(resource, permission)));
  }
});

it('a Server Component creates a session snapshot without React hooks', async () => {
  const program = `import { toSessionSnapshot } from '@platform-sdk/react/server';
    console.log(JSON.stringify(toSessionSnapshot(${JSON.stringify(tokens)})));`;
  const conditions = ['--conditions=react-server', '--conditions=@platform-sdk/source'];
  const options = { cwd: import.meta.dirname };
  const { stdout } = await promisify(execFile)(process.execPath, [...conditions, '--input-type=module', '--eval', program], options);
  expect(JSON.parse(stdout)).toEqual({ status: 'signed-in', user: { id: 'u1', email: 'ada@example.com' } });
});

const render = (initialSession?: ReturnType<typeof toSessionSnapshot>): string =>
  renderToString(h(PlatformProvider, { platform: createPlatform(), initialSession }, h(Page)));

it('a page rendered on a server shows the session of its snapshot, without a token', () => {
  expect(render(toSessionSnapshot(tokens))).toBe('<p>signed-in ada@example.com ready idle idle true</p>');
  expect(render(toSessionSnapshot(undefined))).toBe('<p>signed-out  ready idle idle false</p>');
  expect(JSON.stringify(toSessionSnapshot(tokens))).not.toContain('planted');
});

it('a page rendered on a server shows the status `loading` without a snapshot', () => {
  expect(render()).toBe('<p>loading  ready idle idle true</p>');
});

it('a hook without its provider throws an error that names the provider', () => {
  expect(() => renderToString(h(Page))).toThrow('Render it inside <PlatformProvider platform={...}>.');
});
