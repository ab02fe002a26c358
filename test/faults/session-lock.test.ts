import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fileLock } from '@platform-sdk/core/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { json, startFaultServer, type Reaction } from './fault-server.ts';
import { firstTokens, organizationsDocument, secondTokens, sessionDocument } from './scene.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'session-lock-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** A service that takes each refresh token once, and slowly. */
const singleUse = (): Reaction => {
  const used = new Set<string>();
  return (socket, request) => {
    if (request.target !== '/v1/oauth/token/refresh') {
      const isGood = request.headers['authorization'] === `Bearer ${secondTokens.accessToken}`;
      return json(isGood ? 200 : 401, isGood ? organizationsDocument : { error: 'over' })(socket, request);
    }
    if (used.has(request.body)) return json(401, { error: 'used' })(socket, request);
    used.add(request.body);
    setTimeout(() => json(200, sessionDocument(secondTokens))(socket, request), 200);
  };
};

describe('processes that share a session', () => {
  it('refresh it once, and all of them go on', async () => {
    const session = join(folder(), 'session.json');
    writeFileSync(session, JSON.stringify({ ...firstTokens, receivedAt: 0 }));
    const server = await startFaultServer(singleUse());
    const script = fileURLToPath(new URL('./session-process.ts', import.meta.url));
    const runs = Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, ['-C', '@platform-sdk/source', script, server.origin, session]),
    );
    const said = (await Promise.all(runs)).map(({ stdout }) => stdout);
    expect(said).toEqual(['Acme', 'Acme', 'Acme', 'Acme']);
    expect(server.requests.filter(({ target }) => target === '/v1/oauth/token/refresh')).toHaveLength(1);
    expect(JSON.parse(readFileSync(session, 'utf8'))).toMatchObject(secondTokens);
    expect(existsSync(`${session}.lock`)).toBe(false);
  });
});

describe('fileLock', () => {
  it('lets one work at a time, and leaves no file', async () => {
    const path = join(folder(), 'deep', 'lock');
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
    };
    await Promise.all(Array.from({ length: 8 }, () => fileLock(path)(work)));
    expect(most).toBe(1);
    expect(existsSync(path)).toBe(false);
  });

  it('gives what the work gives, and its failure', async () => {
    const lock = fileLock(join(folder(), 'lock'));
    await expect(lock(() => Promise.resolve(7))).resolves.toBe(7);
    await expect(lock(() => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
    await expect(lock(() => Promise.resolve(8))).resolves.toBe(8);
  });

  it('takes over what a process left behind', async () => {
    const path = join(folder(), 'lock');
    writeFileSync(path, 'of a process that ended');
    utimesSync(path, new Date(0), new Date(0));
    await expect(fileLock(path)(() => Promise.resolve(existsSync(path)))).resolves.toBe(true);
    expect(existsSync(path)).toBe(false);
  });

  it('goes on without a lock that is never let go, and leaves it', async () => {
    const path = join(folder(), 'lock');
    writeFileSync(path, 'held');
    await expect(fileLock(path, { deadlineMs: 60 })(() => Promise.resolve('done'))).resolves.toBe('done');
    expect(readFileSync(path, 'utf8')).toBe('held');
  });

  it('goes on where no file can be written', async () => {
    const path = join(folder(), 'file');
    writeFileSync(path, '');
    await expect(fileLock(join(path, 'lock'))(() => Promise.resolve('done'))).resolves.toBe('done');
  });

  it('leaves the lock of another who took over', async () => {
    const path = join(folder(), 'lock');
    await fileLock(path)(async () => writeFileSync(path, 'another'));
    expect(readFileSync(path, 'utf8')).toBe('another');
  });
});
