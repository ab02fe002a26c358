/** A client whose types come only from our OpenAPI documents. */
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import { atPort, userHeaders, type Place } from '../at-port.ts';
import type { Judge } from '../check.ts';
import type { paths as MemoryPaths } from '../generated/memory.ts';
import type { paths as OrganizationPaths } from '../generated/organizations.ts';

const organizationsAt = async (place: Place) =>
  createClient<OrganizationPaths>({ baseUrl: place.server.baseUrls.organizations, headers: await userHeaders(place) });

export const openapiFetch: Judge = {
  name: 'openapi-fetch',
  checks: [
    atPort('lists and gets with the OpenAPI types', async (place) => {
      const api = await organizationsAt(place);
      const { data: all } = await api.GET('/organizations');
      const organizationId = all?.data[0]?.id ?? '';
      const { data } = await api.GET('/organizations/{organizationId}', {
        params: { path: { organizationId }, query: { include: ['users', 'projects'] } },
      });
      assert.equal(data?.data.attributes.name, 'Analytical Engines');
    }),
    atPort('creates with the OpenAPI types', async (place) => {
      const { data, response } = await (
        await organizationsAt(place)
      ).POST('/organizations', {
        body: { data: { type: 'organization', attributes: { name: 'Judges' } } },
      });
      assert.ok(response.ok);
      assert.equal(data?.data.attributes.name, 'Judges');
    }),
    atPort('reads a failure with the OpenAPI types', async ({ server }) => {
      const { error, response } = await createClient<MemoryPaths>({ baseUrl: server.baseUrls.memory }).GET('/v1/users/me');
      assert.equal(response.status, 401);
      assert.equal(error?.error.code, 'AUTHENTICATION_FAILED');
    }),
  ],
};
