import { createPlatform, isErrorOf, operationOf, PlatformError } from '@platform-sdk/core';
import { describe, expect, it } from 'vitest';
import { anywhere, createClients, methodIn, serviceMethods, type ServiceMethod } from './service-methods.ts';
import { withVirtualSource } from './virtual-source.ts';

/** The compiler reads the whole workspace, also on busy machines. */
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

/** A program that reads, after the guard, only what the operation documents. */
const programOf = (method: ServiceMethod): string => {
  const [statuses, codes] = ['number', 'string'].map((type) => errorsOf(method).filter((each) => typeof each === type));
  const branches = [
    ...statuses!.map((status) => `if (error.status === ${status}) return;`),
    ...codes!.map((code) => `if (error.code === '${code}') return;`),
  ];
  const rest = codes!.length === 0 ? 'error.status' : statuses!.length === 0 ? 'error.code' : undefined;
  const end = rest === undefined ? '' : `const none: never = ${rest};void none;`;
  return `((error: unknown): void => { if (!isErrorOf(${pathOf(method)}, error)) return; ${branches.join(' ')} ${end} });`;
};

describe('isErrorOf', () => {
  it(
    'narrows to the documented statuses and codes, for every operation that has some',
    () => {
      const methods = serviceMethods.filter((method) => errorsOf(method).length > 0);
      const start = ["import { isErrorOf } from '@platform-sdk/core';", ...services.map(clientLine)];
      const errors = withVirtualSource([...start, ...methods.map(programOf)].join('\n'), (source) => source.errors());
      const wrong = methods.filter((_, index) => errors.has(start.length + index)).map(pathOf);
      expect(methods.length).toBeGreaterThan(40);
      expect(wrong).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it('recognizes the documented failures of every operation, and no others', () => {
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

  it('is false for a function that is no operation', () => {
    expect(isErrorOf(() => undefined, new PlatformError('http', 'No.', { status: 404 }))).toBe(false);
  });
});
