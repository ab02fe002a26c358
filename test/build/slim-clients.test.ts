import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { withoutNotes } from '@platform-sdk/build/slim-clients';

describe('A contract in a built client', () => {
  it('contains no notes', () => {
    const source = "const list = { path: '/a', errors: [404], undocumented: { name: 'assumed' } };";
    expect(withoutNotes('contract.ts', source).replaceAll(/\s+/g, ' ')).toBe("const list = { path: '/a', };");
  });

  it('contains no status of a mock, but keeps fields of that name', () => {
    const source = "const add = operation({ path: '/a', status: 201, output: object({ status: string }) });";
    expect(withoutNotes('contract.ts', source).replaceAll(/\s+/g, ' ')).toBe(
      "const add = ({ path: '/a', output: object({ status: string }) });",
    );
  });

  it('contains no names for its notes after a bundler has dropped unused code', async () => {
    const source =
      "const otherNames = { ...attributeNames('a', 'assumed') }; const allNames = { b: 'assumed', ...otherNames }; export const list = { undocumented: allNames };";
    const { code } = await transform(withoutNotes('contract.ts', source), { loader: 'ts', format: 'esm', treeShaking: true });
    expect(code).not.toContain('Names');
  });

  it('keeps the variables of patterns that are named like notes', () => {
    const source = 'const read = (page) => { const { data, errors = page.error } = page; return errors ?? data; };';
    expect(withoutNotes('contract.ts', source)).toBe(source);
  });
});
