import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { bundle, folder } from './bundle.ts';
import type { Host } from './host.ts';

/** Next reads the exports of a route file without running the file. The bundle is therefore a separate file. */
const ROUTE = `import { relay } from './relay.js';
const handle = (request) => relay(request, process.env.GATEWAY);
export const GET = handle;
export const POST = handle;
`;

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** A route handler of Next on Node, built and started as in production. */
export const nextHost: Host = {
  name: 'Next',
  // Next wraps the `fetch` of Node. After a reset, it ends a body without a declared length normally, and only the end marker is missing.
  kindOfReset: 'truncated',
  async start(gatewayUrl) {
    // In this folder, Next.js finds its own packages.
    const app = join(folder, 'node_modules/.relay-in-next');
    const program = join(folder, 'node_modules/next/dist/bin/next');
    const env = { ...process.env, GATEWAY: gatewayUrl, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' } as const;
    await rm(app, { recursive: true, force: true });
    const route = join(app, 'app/relay/v1/chat/completions');
    await mkdir(route, { recursive: true });
    await writeFile(join(route, 'relay.js'), await bundle("export { relay } from './relay.ts';", ['node'], 'esm'));
    await writeFile(join(route, 'route.js'), ROUTE);
    await writeFile(join(app, 'app/layout.js'), 'export default function Layout({ children }) { return children; }\n');
    await writeFile(join(app, 'package.json'), '{ "private": true, "type": "module" }\n');
    // Next reads the tsconfig.json of the judges, and the file that it extends.
    const repository = JSON.stringify(join(folder, '../..'));
    await writeFile(join(app, 'next.config.js'), `export default { turbopack: { root: ${repository} } };\n`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'build'], { cwd: app, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`Next does not build:\n${stdout}${stderr}`);
    const port = await freePort();
    const server = spawn(process.execPath, [program, 'start', '-p', String(port), '-H', '127.0.0.1'], {
      cwd: app,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of server.stdout.setEncoding('utf8')) if (String(line).includes('Ready')) break;
    return {
      origin: `http://127.0.0.1:${port}`,
      async close() {
        server.kill();
        await once(server, 'exit');
        await rm(app, { recursive: true, force: true });
      },
    };
  },
};
