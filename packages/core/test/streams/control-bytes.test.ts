import { describe, expect, it } from 'vitest';
import { controlsIn } from '../../src/streams/control-bytes.ts';
import { createLogLines } from '../../src/streams/log-lines.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns a text of 100 characters with one character at a place. */
const withOne = (character: string, at: number): string => `${'a'.repeat(at)}${character}${'a'.repeat(99 - at)}`;

/** Returns the bytes of a text as part of a buffer, from an offset on. */
const within = (text: string, offset: number): Uint8Array => {
  const bytes = encode(text);
  const buffer = new Uint8Array(bytes.length + offset + 5).fill(1);
  buffer.set(bytes, offset);
  return buffer.subarray(offset, offset + bytes.length);
};

describe('The control characters of bytes', () => {
  it.each([0, 1, 2, 3])('are found at every place, from the offset %i of a buffer on', (offset) => {
    const wrong: string[] = [];
    for (let at = 0; at < 100; at++)
      for (let code = 0; code < 0x100; code++) {
        const expected = code >= 0x20 ? 'none' : code === 9 || code === 10 ? 'lines' : 'others';
        const found = controlsIn(within(withOne(String.fromCharCode(code), at), offset));
        if (found !== expected) wrong.push(`${code} at ${at}: ${found}`);
      }
    expect(wrong).toEqual([]);
  });

  it.each(['\r', '\u001b'])('are others for %j after a line feed in the same four bytes', (control) => {
    expect(controlsIn(within(`${'a'.repeat(97)}\n${control}b`, 0))).toBe('others');
  });

  it('are not searched in a few bytes', () => {
    expect(controlsIn(encode('a'))).toBe('others');
  });
});

describe('A log without other controls', () => {
  const read = (text: string, isSimple: boolean): unknown[] => {
    const lines: unknown[] = [];
    const log = createLogLines(10_000, (...line) => void lines.push(line));
    for (let at = 0; at < text.length; at += 7) log.push(text.slice(at, at + 7), isSimple);
    log.flush();
    return lines;
  };

  it('has the same lines, and the same plain ones, when its line feeds alone are searched', () => {
    const text = 'one\n\n  two\tthree\n \n\u009b31mred\u007f\nlast\n{"a":\n1}\nrest';
    expect(read(text, true)).toEqual(read(text, false));
    expect(read(text, true)).toHaveLength(7);
  });
});
