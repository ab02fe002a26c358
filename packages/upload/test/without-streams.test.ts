import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as XhrFetch from '../src/sending/xhr-fetch.ts';
import type * as Source from '../src/source.ts';

// The package does not export this module.
const inner = (name: string): Promise<unknown> => import(new URL(`../src/${name}.ts`, import.meta.url).href);
const { xhrFetch } = (await inner('sending/xhr-fetch')) as typeof XhrFetch;
const { prepare } = (await inner('source')) as typeof Source;

const reading = { alive: () => undefined, stop: new AbortController().signal };

describe('a runtime without streams, such as React Native', () => {
  beforeEach(() => {
    vi.stubGlobal('ReadableStream', undefined);
    Reflect.deleteProperty(globalThis, 'ReadableStream');
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('a runtime without streams sends bytes as a file', async () => {
    const data = new TextEncoder().encode('Ærø');
    await expect(prepare({ name: 'a.txt', data }, false, reading as never)).resolves.toMatchObject({ name: 'a.txt', size: data.length });
  });

  it('an upload that reports progress decodes its response to text in a runtime without streams', async () => {
    const contents: unknown[] = [];
    vi.stubGlobal('Response', function Response(content: unknown) {
      contents.push(content);
    });
    vi.stubGlobal('XMLHttpRequest', function XMLHttpRequest(this: Record<string, unknown>) {
      Object.assign(this, {
        upload: {},
        status: 200,
        response: new TextEncoder().encode('Ærø').buffer,
        open: () => undefined,
        getAllResponseHeaders: () => '',
        send: () => (this['onloadend'] as () => void)(),
      });
    });
    await xhrFetch(new Blob(['a']), () => undefined)('https://upload.test/', { method: 'POST' });
    expect(contents).toEqual(['Ærø']);
  });
});
