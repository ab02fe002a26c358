/** Runs the scenario in workerd. The request contains the scene, the response the report. */
import { runScenario, type Scene } from './scenario.ts';

const worker = {
  async fetch(request: Request): Promise<Response> {
    return Response.json(await runScenario((await request.json()) as Scene));
  },
};

// oxlint-disable-next-line import/no-default-export -- workerd wants it
export { worker as default };
