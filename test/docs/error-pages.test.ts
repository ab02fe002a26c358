import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PlatformError, type ErrorKind } from '@platform-sdk/core';
import { root } from '@platform-sdk/build/workspace';

const source = readFileSync(join(root, 'packages/core/src/diagnostics/errors.ts'), 'utf8');
const [, union = ''] = /export type ErrorKind =\n([\s\S]*?);\n/.exec(source) ?? [];
const kinds = [...union.matchAll(/\| '([\w-]+)'/g)].map(([, kind]) => kind as ErrorKind);

it('every kind of error has a page at the URL in its `docs`', () => {
  expect(kinds.length).toBeGreaterThan(10);
  const missing = kinds.filter((kind) => !existsSync(join(root, 'docs', new PlatformError(kind, '').docs.replace(/\.html$/, '.md'))));
  expect(missing).toEqual([]);
});

it('the JSON of an error does not contain its `docs`', () => {
  expect(Object.keys(new PlatformError('network', 'The connection failed'))).toEqual(['kind']);
});
