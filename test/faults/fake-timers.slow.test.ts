import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programAt } from '@platform-sdk/test-helpers/program-at';
import { expect, it } from 'vitest';
import { answer, json, startFaultServer } from './fault-server.ts';
import { organizationsDocument } from './signed-in-clients.ts';

const script = programAt(new URL('./fake-timers-process.ts', import.meta.url));
const idle = { 'Keep-Alive': 'timeout=600' };
const stream = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

/** Runs the process. Kills it after a minute, so that the test fails if a call hangs. */
const run = (...args: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, ['-C', '@platform-sdk/source', script, ...args], { timeout: 60_000 });

it.each(['before the import', 'before the first call', 'jsdom'])(
  'calls succeed over one connection although the timers of the process were replaced (%s)',
  async (when) => {
    const server = await startFaultServer((socket, request) => {
      const isStream = request.target.includes('chat');
      const reaction = isStream
        ? answer(200, stream, { 'Content-Type': 'text/event-stream', ...idle })
        : json(200, organizationsDocument, idle);
      return reaction(socket, request);
    });
    const { stdout, stderr } = await run(`${server.origin}/v1`, when);
    expect(stdout).toBe('done');
    // Node 22 prints other warnings.
    expect(stderr).not.toContain('Timeout');
    expect(server.requests).toHaveLength(4);
    expect(server.connections()).toBe(1);
  },
  90_000,
);
