import { createPlatform, isErrorOf, operationOf, PlatformError } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { anywhere, createClients, methodIn, serviceMethods, type ServiceMethod } from '../helpers/service-methods.ts';
import { withVirtualSource } from '../helpers/virtual-source.ts';

/** The compiler reads the whole workspace, which takes long on a busy machine. */
const TIMEOUT_MS = 120_000;

const camel = (service: string): string => service.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const pathOf = ({ service, place }: ServiceMethod): string => [camel(service), ...place].join('.');
const errorsOf = ({ operation }: ServiceMethod): readonly (number | string)[] => operation.errors ?? [];

const services = [...new Set(serviceMethods.map(({ service }) => service))];
const clientLine = (service: string): string => {
  const name = camel(service);
  const factory = `create${name.slice(0, 1).toUpperCase()}${name.slice(1)}Client`;
  return `import { ${factory} } from '@platform-sdk/${service}'; const ${name} = ${factory}({});`;
};

const unionOf = (values: readonly (number | string)[]): string => values.map((each) => JSON.stringify(each)).join(' | ') || 'never';

/** Returns a program that compiles only if the guard narrows to exactly the documented failures, and not at all in the other branch. */
const programOf = (method: ServiceMethod): string => {
  const [statuses, codes] = ['number', 'string'].map((type) => unionOf(errorsOf(method).filter((each) => typeof each === type)));
  const documented = `(PlatformError & { readonly status: ${statuses} }) | (PlatformError & { readonly code: ${codes} })`;
  return `((error: PlatformError): void => { if (isErrorOf(${pathOf(method)}, error)) { const narrow: ${documented} = error; const wide: (value: ${documented}) => typeof error = (value) => value; void narrow, wide; } else void error.status; });`;
};

/** Methods that combine operations. */
const COMBINED = ['organizations.invite', 'projects.addUser', 'projects.keyPair', 'converter.crawlTo', 'converter.batchTo'];

it(
  'isErrorOf narrows an error to the documented statuses and codes, and does not narrow it in the other branch',
  () => {
    const methods = serviceMethods.filter((method) => errorsOf(method).length > 0);
    const start = ["import { isErrorOf, type PlatformError } from '@platform-sdk/core';", ...services.map(clientLine)];
    const combined = COMBINED.map((path) => `((error: PlatformError): void => { if (!isErrorOf(${path}, error)) void error.status; });`);
    const errors = withVirtualSource([...start, ...methods.map(programOf), ...combined].join('\n'), (source) => source.errors());
    const wrong = [...methods.map(pathOf), ...COMBINED].filter((_, index) => errors.has(start.length + index));
    expect(methods.length).toBeGreaterThan(40);
    expect(wrong).toEqual([]);
  },
  TIMEOUT_MS,
);

it('isErrorOf recognizes only the documented failures of each operation', () => {
  const clients = createClients(createPlatform({ baseUrls: anywhere }));
  const wrong = serviceMethods.flatMap((method) => {
    const call = methodIn(clients, method);
    const errorWith = (failure: number | string | undefined, operation = operationOf(call)?.name): PlatformError =>
      new PlatformError('http', 'No.', { operation, ...(typeof failure === 'number' ? { status: failure } : { code: failure }) });
    const found = [
      ...errorsOf(method).map((failure) => isErrorOf(call, errorWith(failure))),
      ...errorsOf(method).map((failure) => !isErrorOf(call, errorWith(failure, 'other.operation'))),
      !isErrorOf(call, errorWith(499)),
      !isErrorOf(call, errorWith(undefined)),
      !isErrorOf(call, new Error('No.')),
    ];
    return found.includes(false) ? [method.name] : [];
  });
  expect(wrong).toEqual([]);
});

it('isErrorOf returns false for a function that is not an operation', () => {
  expect(isErrorOf(() => undefined, new PlatformError('http', 'No.', { status: 404 }))).toBe(false);
});
