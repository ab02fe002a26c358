import assert from 'node:assert/strict';
import Jsona from 'jsona';
import Kitsu from 'kitsu';
import { atPort, failureOf, userHeaders, type Place } from '../at-port.ts';
import type { Judge } from '../check.ts';

interface Resource {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly users?: readonly { readonly id: string; readonly email: string }[] | { readonly data: readonly { readonly email: string }[] };
}

/** The error of a rejected request. */
interface Rejection {
  readonly response?: { readonly status?: number };
  readonly config?: { readonly data?: string };
}

/** Creates a client. By default, kitsu puts the plural of a type, in camel case, into the path. */
const kitsuAt = async (place: Place, options: object = {}): Promise<Kitsu> =>
  new Kitsu({ baseURL: place.server.baseUrls.organizations, headers: await userHeaders(place), ...options });

export const kitsu: Judge = {
  name: 'kitsu',
  checks: [
    atPort('lists resources with their attributes', async (place) => {
      const { data } = (await (await kitsuAt(place)).get('organizations')) as { data: Resource[] };
      assert.deepEqual(
        data.map(({ type, name }) => [type, name]),
        [['organization', 'Analytical Engines']],
      );
    }),
    atPort('links included resources', async (place) => {
      const api = await kitsuAt(place);
      const { data: all } = (await api.get('organizations')) as { data: Resource[] };
      const { data } = (await api.get(`organizations/${all[0]?.id}`, { params: { include: 'users' } })) as { data: Resource };
      const users = data.users && 'data' in data.users ? data.users.data : data.users;
      assert.equal(users?.[0]?.email, place.local.account.email);
    }),
    // JSON:API lets the server choose singular or plural. kitsu ignores the type of a resource, and derives another type from the path.
    ...[{}, { pluralize: false, camelCaseTypes: false }].map((options) =>
      atPort(
        `is wrong about a type, with the options ${JSON.stringify(options)}: it sends the path's plural, which is rejected`,
        async (place) => {
          const api = await kitsuAt(place, options);
          const error = (await failureOf(api.post('organizations', { type: 'organization', name: 'Judges' }))) as Rejection;
          assert.equal((JSON.parse(error.config?.data ?? '{}') as { data?: Resource }).data?.type, 'organizations');
          assert.equal(error.response?.status, 422);
        },
      ),
    ),
    atPort('creates a resource by `request` with `pluralize` off', async (place) => {
      const api = await kitsuAt(place, { pluralize: false, camelCaseTypes: false });
      const { data } = (await api.request({
        url: 'organizations',
        type: 'organization',
        method: 'POST',
        body: { type: 'organization', name: 'Judges' },
      } as never)) as { data: Resource };
      assert.equal(data.name, 'Judges');
    }),
  ],
};

export const jsona: Judge = {
  name: 'jsona',
  checks: [
    atPort('reads a document with included resources', async (place) => {
      const headers = await userHeaders(place);
      const base = `${place.server.baseUrls.organizations}/organizations`;
      const all = new Jsona().deserialize(await (await fetch(base, { headers })).text()) as Resource[];
      const one = new Jsona().deserialize(await (await fetch(`${base}/${all[0]?.id}?include=users`, { headers })).text()) as Resource;
      assert.equal(one.name, 'Analytical Engines');
      assert.equal((one.users as readonly { email: string }[] | undefined)?.[0]?.email, place.local.account.email);
    }),
    atPort('writes a document that the service accepts', async (place) => {
      const headers = { ...(await userHeaders(place)), 'content-type': 'application/json' };
      const document = new Jsona().serialize({ stuff: { type: 'organization', name: 'Judges' } });
      const response = await fetch(`${place.server.baseUrls.organizations}/organizations`, {
        method: 'POST',
        headers,
        body: JSON.stringify(document),
      });
      assert.ok(response.ok, `status ${response.status}: ${await response.clone().text()}`);
      assert.equal((new Jsona().deserialize(await response.text()) as Resource).name, 'Judges');
    }),
  ],
};
