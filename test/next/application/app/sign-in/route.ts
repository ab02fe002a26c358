import { createAuthClient } from '@platform-sdk/auth';
import { platformOfHandler } from '../../platform';

export const POST = async (request: Request): Promise<Response> => {
  const { username, password } = (await request.json()) as Record<
    'username' | 'password',
    string
  >;
  const auth = createAuthClient(await platformOfHandler());
  await auth.login({ username, password });
  return new Response(null, { status: 204 });
};
