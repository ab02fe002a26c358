import type { PlatformOptions } from '@platform-sdk/core';

/** A string that only occurs in a response if the test adds it. */
export const CANARY = 'Canary';
/** A number that only occurs in a response if the test adds it. */
const DIGITS = 777_000_000;

/** Returns every canary in a string. */
export const canariesIn = (text: string): string[] => text.match(/.{0,40}(?:canary|777\d{6}).{0,20}/gi) ?? [];

const plant = (value: unknown): unknown => {
  if (typeof value === 'string') return `${CANARY}${value}`;
  if (typeof value === 'number') return DIGITS + Math.abs(value);
  if (Array.isArray(value)) return value.map(plant);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isRecord(name) && !isDescribed(inner) ? keyed(inner) : plant(inner)]),
  );
};

/** Returns whether the keys of an object with this name are data. */
const isRecord = (name: string): boolean => ['metadata', 'facts', 'custom_attributes', 'checks', 'modelParameters'].includes(name);

/** Returns whether a value is the `metadata` of an upload, whose field names the contract describes. */
const isDescribed = (value: unknown): boolean => typeof value === 'object' && value !== null && 'has_images' in value;

const keyed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? {
        ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [`${CANARY}${name}`, plant(inner)])),
        [`${CANARY}@example.com`]: `${CANARY} text`,
      }
    : plant(value);

const strip = (text: string): string => text.replaceAll(CANARY, '').replaceAll(encodeURIComponent(CANARY), '');

/** Wraps a platform: adds a canary to every value of its responses, and removes it from later requests. */
export const withCanaries =
  (fetch: NonNullable<PlatformOptions['fetch']>, seen: string[]): NonNullable<PlatformOptions['fetch']> =>
  async (input, init) => {
    const request = new Request(input, init);
    const { method, signal } = request;
    const headers = new Headers([...request.headers].map(([name, value]) => [name, strip(value)]));
    const body = method === 'GET' ? '' : strip(await request.text());
    const response = await fetch(strip(request.url), { method, headers, signal, ...(body !== '' && { body }) });
    const text = await response.text();
    seen.push(text);
    const own = new Headers([...response.headers].map(([name, value]) => [name, name === 'content-type' ? value : `${CANARY} ${value}`]));
    own.delete('content-length');
    own.set('x-canary-free-name', CANARY);
    own.set('deprecation', CANARY);
    if (text === '') return new Response(response.status === 204 ? null : '', { status: response.status, headers: own });
    return new Response(planted(text), { status: response.status, headers: own });
  };

const planted = (text: string): string => {
  try {
    return JSON.stringify(plant(JSON.parse(text)));
  } catch {
    return CANARY + text;
  }
};
