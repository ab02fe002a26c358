/** Benchmarks of calls: with a stubbed `fetch`, over loopback, and of many calls at the same time over TLS. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { way, type Row } from './row.ts';

const PEERS = ['openapi-fetch', 'supabase-js', 'stripe', 'octokit', 'openai', 'anthropic'];
const TRANSPORTS = ['node:http', 'undici.request'];
const AS_DEFAULT = 'Each client sends as it does by default: this SDK, stripe and axios by `node:http`, the others by `fetch`.';

const stubbed = (method: 'GET' | 'POST', aim: number, oneAim = aim): Row => ({
  name: `${method.toLowerCase()}-stubbed`,
  title: method === 'GET' ? 'List of three with relationships, stubbed `fetch`' : 'POST, stubbed `fetch`',
  program: 'calls.js',
  settings: { method, warmUp: 30_000, measured: 20_000 },
  limit: 'raw fetch',
  ways: [
    way('raw fetch'),
    way('this SDK', aim),
    ...(method === 'GET'
      ? [way('raw fetch, one organization'), way('this SDK, one organization', oneAim, { limit: 'raw fetch, one organization' })]
      : []),
    way('ky'),
    ...PEERS.map((name) => way(name)),
  ],
  show: 'ratio',
  unit: 'us',
  note: 'One call at a time, 30,000 to warm up, 20,000 measured. This SDK checks the response, and links the included resources. The others return it as it is.',
});

const longList: Row = {
  name: 'list-100-stubbed',
  title: 'List of 100 with relationships, stubbed `fetch`',
  program: 'calls.js',
  settings: { method: 'GET', isLong: true, warmUp: 3000, measured: 3000 },
  limit: 'raw fetch',
  ways: [way('raw fetch'), way('this SDK', 1.9), way('ky'), way('openapi-fetch'), way('supabase-js'), way('stripe')],
  show: 'ratio',
  unit: 'us',
  note: 'One call at a time, 3,000 to warm up, 3,000 measured. This SDK checks the response, and links the included resources.',
};

const loopback = (method: 'GET' | 'POST', aim: number): Row => ({
  name: `${method.toLowerCase()}-loopback`,
  title: `${method === 'GET' ? 'List of three' : 'POST'}, loopback`,
  program: 'calls.js',
  settings: { method, warmUp: 20_000, measured: 10_000 },
  limit: 'node:http',
  ways: [
    way('node:http'),
    way('undici.request'),
    way('raw fetch'),
    way('this SDK', aim),
    way('ky'),
    way('axios'),
    ...PEERS.map((name) => way(name)),
  ],
  show: 'ratio',
  unit: 'us',
  note: `One call at a time over kept connections, 20,000 to warm up, 10,000 measured. ${AS_DEFAULT} Stripe sends its POST as a form.`,
  server: { program: 'call-server.js', as: 'origin' },
});

/** Makes a certificate for this machine that only the programs of the benchmark accept. */
const prepareCertificate: NonNullable<Row['prepare']> = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-certificate-'));
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem'];
  const subject = ['-subj', '/CN=bench', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...newKey, ...subject], { cwd: folder, stdio: 'ignore' });
  const [key, cert] = await Promise.all(['key.pem', 'cert.pem'].map((name) => readFile(join(folder, name), 'utf8')));
  return { settings: {}, server: { certificate: { key, cert } }, remove: () => rm(folder, { recursive: true }) };
};

const inFlight = (count: number, aim: number): Row => ({
  name: `tls-${count}`,
  title: `List of three over TLS, ${count} in flight`,
  program: 'calls.js',
  settings: { method: 'GET', inFlight: count, warmUp: 6000, measured: 12_000 },
  limit: 'raw fetch',
  ways: [way('raw fetch'), ...TRANSPORTS.map((name) => way(name)), way('this SDK', aim), way('stripe')],
  show: 'ratio',
  unit: 'us',
  note: `6,000 calls to warm up, 12,000 measured. The connections are those of all calls: more than ${count} means that some were opened again, with a handshake each.`,
  server: { program: 'call-server.js', as: 'origin' },
  prepare: prepareCertificate,
});

export const callRows: readonly Row[] = [
  stubbed('GET', 2, 2.6),
  longList,
  stubbed('POST', 2.8),
  loopback('GET', 1.4),
  loopback('POST', 1.4),
  ...[1, 50, 500, 2000].map((count) => inFlight(count, 1)),
];
