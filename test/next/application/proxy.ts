import { refreshCookie } from '@platform-sdk/core';
import { NextResponse, type NextRequest } from 'next/server';
import { platformOf } from './platform';

export const proxy = async (request: NextRequest): Promise<NextResponse> => {
  const { cookies, nextUrl } = request;
  const rejected = nextUrl.searchParams.get('refresh');
  const changed = await refreshCookie({
    platform: platformOf,
    read: (name) => cookies.get(name)?.value,
    rejected,
  });
  // For the components of this request
  for (const { name, value } of changed) cookies.set(name, value);
  nextUrl.searchParams.delete('refresh');
  const response = rejected
    ? NextResponse.redirect(nextUrl)
    : NextResponse.next({ request });
  // For the browser
  for (const { name, value, attributes } of changed)
    response.cookies.set(name, value, attributes);
  return response;
};

export const config = { matcher: '/((?!_next/).*)' };
