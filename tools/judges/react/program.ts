import assert from 'node:assert/strict';
import { createPlatform, type Platform } from '@platform-sdk/core';
import { PlatformProvider, useChat, useJob, usePermission, useSession, useUpload, type SessionSnapshot } from '@platform-sdk/react';
import { createElement as h, StrictMode, version, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';

const tokens = { accessToken: 'a', refreshToken: 'b', id: 'u1', email: 'ada@example.com' };
const ada: SessionSnapshot = {
  status: 'signed-in',
  user: { id: 'u1', email: 'ada@example.com', firstName: undefined, lastName: undefined },
};

/** Creates a platform that counts the listeners of its session. */
const counted = (): { readonly platform: Platform; readonly listeners: () => number } => {
  const platform = createPlatform();
  const { session } = platform;
  let count = 0;
  const subscribe: typeof session.subscribe = (listener) => {
    const stop = session.subscribe(listener);
    count++;
    return () => {
      count--;
      stop();
    };
  };
  return { platform: { ...platform, session: { ...session, subscribe } }, listeners: () => count };
};

/** The number of running tasks. */
let running = 0;
const track = (signal: AbortSignal): Promise<never> => {
  running++;
  signal.addEventListener('abort', () => void running--, { once: true });
  return new Promise<never>(() => undefined);
};

const All = (): ReactNode => {
  const { status, user } = useSession();
  const isAllowed = usePermission({ meta: { can: { 'project.create': true } } }, 'project.create');
  const chat = useChat({
    reply: (_, { signal }) => ({ text: () => ({ [Symbol.asyncIterator]: () => ({ next: () => track(signal) }) }) }),
  });
  const upload = useUpload((_: string, { signal }) => track(signal));
  const job = useJob((_: string, { signal }) => track(signal));
  const begin = (): void => void Promise.all([chat.send('Hello'), upload.upload('x'), job.start('x')]);
  return h(
    'button',
    { onClick: begin },
    `${status} ${user?.email ?? ''} ${String(isAllowed)} ${chat.status} ${upload.status} ${job.status}`,
  );
};

const inPage = (platform: Platform, initialSession?: SessionSnapshot): ReactNode =>
  h(StrictMode, null, h(PlatformProvider, { platform, initialSession }, h(All)));

const until = async (title: string, holds: () => boolean): Promise<void> => {
  for (let turn = 0; !holds(); turn++) {
    assert.ok(turn < 2000, title);
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
};

const checks: Readonly<Record<string, () => unknown>> = {
  async 'follows the session in Strict Mode'() {
    const { platform } = counted();
    const element = document.createElement('div');
    const root = createRoot(element);
    root.render(inPage(platform));
    await until('It never came to be signed out', () => element.textContent.startsWith('signed-out'));
    await platform.session.set(tokens);
    await until('It never came to be signed in', () => element.textContent.startsWith('signed-in ada@example.com true'));
    await platform.session.clear();
    await until('It never came to be signed out again', () => element.textContent.startsWith('signed-out  false'));
    root.unmount();
  },
  async 'hydrates the HTML of a server without a mismatch'() {
    const { platform } = counted();
    await platform.session.set(tokens);
    const element = document.createElement('div');
    element.innerHTML = renderToString(inPage(createPlatform(), ada));
    assert.match(element.textContent, /^signed-in ada@example.com true/);
    const differences: unknown[] = [];
    const root = hydrateRoot(element, inPage(platform, ada), { onRecoverableError: (error) => void differences.push(error) });
    await new Promise((resolve) => void setTimeout(resolve, 50));
    assert.deepEqual(differences, []);
    assert.match(element.textContent, /^signed-in ada@example.com true/);
    root.unmount();
  },
  async 'leaves no listeners and no running tasks after 1,000 mounts, in any order'() {
    const { platform, listeners } = counted();
    await platform.session.set(tokens);
    let most = 0;
    let mostRunning = 0;
    for (let turn = 0; turn < 100; turn++) {
      const roots = Array.from({ length: 10 }, () => {
        const element = document.createElement('div');
        document.body.append(element);
        const root = createRoot(element);
        flushSync(() => root.render(inPage(platform)));
        return { root, element };
      });
      for (const { element } of roots) element.querySelector('button')?.click();
      await until('No work began', () => running === 30);
      most = Math.max(most, listeners());
      mostRunning = Math.max(mostRunning, running);
      // Unmounts the components in another order than they were mounted.
      for (const place of [3, 9, 0, 5, 1, 8, 2, 7, 4, 6]) {
        roots[place]?.root.unmount();
        roots[place]?.element.remove();
      }
      await until('Work goes on', () => running === 0);
    }
    assert.deepEqual({ most, mostRunning, listeners: listeners(), running }, { most: 20, mostRunning: 30, listeners: 0, running: 0 });
  },
};

/** Runs the checks, and returns their problems. */
export const run = async (expected: string): Promise<Record<string, string>> => {
  const problems: Record<string, string> = {};
  const unhandled: unknown[] = [];
  process.on('unhandledRejection', (error) => void unhandled.push(error));
  const check = async (title: string, work: () => unknown): Promise<void> => {
    try {
      await work();
      problems[title] = '';
    } catch (error) {
      problems[title] = String(error instanceof Error ? error.message : error);
    }
  };
  await check('is the named version', () => assert.ok(version.startsWith(`${expected}.`), version));
  for (const [title, work] of Object.entries(checks)) await check(title, work);
  await check('handles every rejection', () => assert.deepEqual(unhandled, []));
  return problems;
};
