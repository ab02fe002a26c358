import assert from 'node:assert/strict';
import Devour from 'devour-client';
import { atPort, failureOf, userHeaders, type Place } from '../at-port.ts';
import type { Judge } from '../check.ts';

interface Organization {
  readonly id: string;
  readonly name: string;
  readonly users?: readonly { readonly email: string }[];
}

/** Disables devour's plurals, because our types are singular. */
const devourAt = async (place: Place): Promise<Devour> => {
  const api = new Devour({ apiUrl: place.server.baseUrls.organizations, pluralize: false, logger: false });
  Object.assign(api.headers, await userHeaders(place));
  const users = { jsonApi: 'hasMany', type: 'users' };
  api.define('organization', { name: '', users }, { collectionPath: 'organizations' });
  api.define('users', { email: '' });
  api.define('project', { name: '' });
  return api;
};

export const devour: Judge = {
  name: 'devour-client',
  checks: [
    atPort('finds resources and their included resources', async (place) => {
      const api = await devourAt(place);
      const { data: all } = await api.findAll<Organization[]>('organization');
      const { data: one } = await api.find<Organization>('organization', all[0]?.id ?? '', { include: 'users' });
      assert.equal(one.name, 'Analytical Engines');
      assert.equal(one.users?.[0]?.email, place.local.account.email);
    }),
    atPort('creates and updates a resource', async (place) => {
      const api = await devourAt(place);
      const { data: made } = await api.create<Organization>('organization', { name: 'Judges' });
      const { data: renamed } = await api.update<Organization>('organization', { id: made.id, name: 'The judges' });
      assert.equal(renamed.name, 'The judges');
    }),
    atPort('finds the field of an error by its pointer', async (place) => {
      const api = await devourAt(place);
      const error = (await failureOf(api.create('organization', { name: '' }))) as { readonly name?: { readonly detail?: string } };
      assert.equal(error.name?.detail, 'name is empty');
    }),
  ],
};
