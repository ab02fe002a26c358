/** Responses as in React Native: with text and bytes, but without a stream. */
import { runScenario, type Scene } from './scenario.ts';

const withoutBody = (response: Response): Response => {
  const { status, ok, headers, url, redirected, type } = response;
  const text = (): Promise<string> => response.text();
  const arrayBuffer = (): Promise<ArrayBuffer> => response.arrayBuffer();
  const json = async (): Promise<unknown> => JSON.parse(await response.text()) as unknown;
  return { status, ok, headers, url, redirected, type, text, arrayBuffer, json } as Response;
};

const scene = JSON.parse(process.env['SCENE'] ?? '') as Scene;
const fetch: typeof globalThis.fetch = async (...request) => withoutBody(await globalThis.fetch(...request));
console.log(JSON.stringify(await runScenario({ ...scene, fetch })));
