import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { newFolder } from '@platform-sdk/test-helpers/new-folder';
import { expect, it } from 'vitest';
import { json, startFaultServer, type Reaction } from './fault-server.ts';
import { firstTokens, organizationsDocument, secondTokens, sessionDocument } from './signed-in-clients.ts';

/** Returns the reaction of a service that accepts each refresh token once, and responds slowly. */
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

it('processes that share a session refresh it once, and all their calls succeed', async () => {
  const session = join(newFolder(), 'session.json');
  writeFileSync(session, JSON.stringify({ generation: 1, session: { ...firstTokens, receivedAt: 0 } }), { mode: 0o600 });
  const server = await startFaultServer(singleUse());
  const script = programAt(new URL('./session-process.ts', import.meta.url));
  const runs = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, ['-C', '@platform-sdk/source', script, server.origin, session]),
  );
  const said = (await Promise.all(runs)).map(({ stdout }) => stdout);
  expect(said).toEqual(['Acme', 'Acme', 'Acme', 'Acme']);
  expect(server.requests.filter(({ target }) => target === '/v1/oauth/token/refresh')).toHaveLength(1);
  expect(JSON.parse(readFileSync(session, 'utf8'))).toMatchObject({ session: secondTokens });
  expect(existsSync(`${session}.lock`)).toBe(false);
});
