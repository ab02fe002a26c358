import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '@platform-sdk/build/workspace';
import { serviceMethods, type ServiceMethod } from '../helpers/service-methods.ts';

const textsIn = (folder: string): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
    .join('\n');

const services = [...new Set(serviceMethods.map(({ service }) => service))];
const tests = new Map(services.map((service) => [service, textsIn(`packages/${service}/test`)]));

/** Returns true if a test calls the method or lists it in a table. */
const isTested = ({ service, place }: ServiceMethod): boolean => {
  const path = place.join('\\.');
  return new RegExp(`\\.${path}\\b|['"\`](?:\\w+\\.)?${path}['"\`]|\\bcontract\\.${path}\\b`).test(tests.get(service) ?? '');
};

const missing = (isDone: (method: ServiceMethod) => boolean): string[] =>
  serviceMethods.filter((method) => !isDone(method)).map(({ name }) => name);

// `vitest --changed` selects tests by their imports. It misses these steps, because no test imports the files that they change.
it('every operation exports its input type in the index of its package', () => {
  const unexported = services.flatMap((service) => {
    const source = `packages/${service}/src`;
    const index = readFileSync(join(root, source, 'index.ts'), 'utf8');
    const contract = existsSync(join(root, source, 'contract'))
      ? textsIn(`${source}/contract`)
      : readFileSync(join(root, source, 'contract.ts'), 'utf8');
    const inputs = [...contract.matchAll(/input: object<(\w+)>/g)].map(([, name = '']) => name);
    return index.includes("export type * from './types.ts'")
      ? []
      : inputs.filter((name) => !new RegExp(`\\b${name}\\b`).test(index)).map((name) => `${source}/index.ts: ${name}`);
  });
  expect(unexported, 'step 1: export these types').toEqual([]);
});

it('every operation has a test in its package', () => {
  expect(missing(isTested), 'step 3: test the bytes, the result and a failure in packages/<service>/test').toEqual([]);
});

it('every operation has an example on its page', () => {
  const hasExample = ({ service, place }: ServiceMethod): boolean =>
    existsSync(join(root, 'docs/examples', service, `${place.join('.')}.ts`));
  expect(missing(hasExample), 'step 3: write docs/examples/<service>/<method>.ts').toEqual([]);
});

it('every operation appears in the reference', () => {
  const rowOf = ({ service, place }: ServiceMethod): string =>
    `\`${[service.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), ...place].join('.')}\` |`;
  const references = new Map(services.map((service) => [service, readFileSync(join(root, `docs/reference/${service}.md`), 'utf8')]));
  expect(
    missing((method) => references.get(method.service)?.includes(rowOf(method)) === true),
    'step 4: run `pnpm tool reference`',
  ).toEqual([]);
});
