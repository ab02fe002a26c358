import { createAuthClient } from '@platform-sdk/auth';
import { platformOfHandler } from '../../platform';

export const POST = async (): Promise<Response> => {
  await createAuthClient(await platformOfHandler()).logout();
  return new Response(null, { status: 204 });
};
