import { parseRateLimits, parseRouting } from '@platform-sdk/gateway';
import { expect, it } from 'vitest';

it('parseRouting reads the three headers of a choice', () => {
  const headers = new Headers({ 'X-IRA-Model': 'acme/small', 'X-IRA-Strategy': 'best', 'X-IRA-Latency': '42' });
  expect(parseRouting(headers)).toEqual({ model: 'acme/small', strategy: 'best', latencyMs: 42 });
});

it('parseRouting parses a latency with its unit, and ignores an invalid latency', () => {
  expect(parseRouting(new Headers({ 'x-ira-model': 'm', 'x-ira-latency': '4.2ms' }))).toEqual({ model: 'm', latencyMs: 4.2 });
  expect(parseRouting(new Headers({ 'x-ira-model': 'm', 'x-ira-latency': 'fast' }))).toEqual({ model: 'm' });
});

it('parseRouting returns undefined if no model was chosen', () => {
  expect(parseRouting(new Headers({ 'x-ira-strategy': 'best' }))).toBeUndefined();
});

it('parseRateLimits reads the limits of requests and tokens', () => {
  const headers = new Headers({
    'x-ratelimit-limit-requests': '60',
    'x-ratelimit-remaining-requests': '0',
    'x-ratelimit-reset-requests': '1s',
    'x-ratelimit-limit-tokens': '90000',
    'x-ratelimit-remaining-tokens': '89000',
    'x-ratelimit-reset-tokens': '6m0s',
  });
  expect(parseRateLimits(headers)).toEqual({
    requests: { limit: 60, remaining: 0, reset: '1s' },
    tokens: { limit: 90_000, remaining: 89_000, reset: '6m0s' },
  });
});

it('parseRateLimits returns empty limits if the headers contain none', () => {
  expect(parseRateLimits(new Headers())).toEqual({ requests: {}, tokens: {} });
});
