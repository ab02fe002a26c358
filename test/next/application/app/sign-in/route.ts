import { createAuthClient } from '@platform-sdk/auth';
import { platformOfHandler } from '../../platform-of-handler';

export const POST = async (request: Request) => {
  const { username, password } = (await request.json()) as { readonly username: string; readonly password: string };
  await createAuthClient(await platformOfHandler()).login({ username, password });
  return new Response(null, { status: 204 });
};
