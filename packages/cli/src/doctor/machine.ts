import { access } from 'node:fs/promises';
import type { Variables } from '../environment/variables.ts';
import { ok, problem, warning, type Check } from './check.ts';
import { environmentProxies } from './http-probe.ts';

/** Checks the version of Node, and the variables that change how Node connects. */
export const checkMachine = async (version: string, given: Variables): Promise<Check[]> => [
  checkNode(version),
  ...(await checkTrust(given)),
  ...checkProxy(given),
];

const OLDEST = [22, 18] as const;
/** The first Node version whose `fetch` survives a server that closes the connection while the reader pauses. */
const SAFE_FETCH = 26;

const checkNode = (version: string): Check => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [name, tried] = ['Node', `version ${version}`];
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    return problem(name, tried, `older than ${OLDEST.join('.')}`, 'Install Node 24, or another maintained version.');
  if (major % 2 === 1) return warning(name, tried, 'a version that is not maintained for long', 'Install an even version, such as 24.');
  const bug =
    major < SAFE_FETCH ? '. Its fetch can end the process when a server closes while a reader pauses: pass no fetch of your own' : '';
  return ok(name, tried, `supported${bug}`);
};

const checkTrust = async (given: Variables): Promise<Check[]> => {
  const found: Check[] = [];
  if (given['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    found.push(
      problem(
        'NODE_TLS_REJECT_UNAUTHORIZED',
        'its value',
        '0: certificates are not checked, and anybody on the way reads every token',
        'Remove it, and name the authority with NODE_EXTRA_CA_CERTS.',
      ),
    );
  const file = given['NODE_EXTRA_CA_CERTS'];
  if (file) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (!isThere) found.push(problem('NODE_EXTRA_CA_CERTS', 'its file', 'there is none', 'Correct its path: Node ignores it silently.'));
  }
  return found;
};

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

const checkProxy = (given: Variables): Check[] => {
  const name = PROXIES.find((each) => (given[each] ?? '') !== '');
  if (name === undefined) return [];
  const value = given[name] ?? '';
  if (!URL.canParse(value)) return [problem(name, 'its form', 'it is no URL', 'Begin it with http://.')];
  const { host } = new URL(value);
  const tried = 'variables of proxies';
  if (environmentProxies() && /^https/i.test(name)) return [ok(name, tried, `the clients send https through the proxy at ${host}`)];
  return [
    warning(
      name,
      tried,
      `the clients do not use the proxy at ${host}`,
      'If the services need it, set HTTPS_PROXY, and start your program with NODE_USE_ENV_PROXY=1, on Node 22.21, 24.5 or later.',
    ),
  ];
};
