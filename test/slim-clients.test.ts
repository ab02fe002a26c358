import { describe, expect, it } from 'vitest';
import { withoutNotes } from '../scripts/slim-clients.ts';

describe('A contract in a built client', () => {
  it('has no notes', () => {
    const source = "const list = { path: '/a', errors: [404], undocumented: { name: 'assumed' } };";
    expect(withoutNotes('contract.ts', source).replaceAll(/\s+/g, ' ')).toBe("const list = { path: '/a', };");
  });

  it('keeps the variables of patterns that are named like notes', () => {
    const source = 'const read = (page) => { const { data, errors = page.error } = page; return errors ?? data; };';
    expect(withoutNotes('contract.ts', source)).toBe(source);
  });
});
