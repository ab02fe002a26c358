/** Runs the scenario in the edge runtime. The request contains the scene, the response the report. */
import { runScenario, type Scene } from './scenario.ts';

interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const respond = async (request: Request): Promise<Response> => Response.json(await runScenario((await request.json()) as Scene));

addEventListener('fetch', (event) => (event as FetchEvent).respondWith(respond((event as FetchEvent).request)));
