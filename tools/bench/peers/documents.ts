/** The documents that all clients send and receive. The service sends lists with relationships. */

const organization = (id: number) => ({
  id: String(id),
  type: 'organization',
  attributes: { name: `Analytical Engines ${id}`, currentUserRole: 'OWNER' },
  meta: { can: { organization: { manageSettings: true }, project: { create: true } } },
});

const user = {
  id: 'ada',
  type: 'users',
  attributes: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', createdAt: '2026-01-15T12:00:00.000Z' },
};

/** Returns the projects of an organization. Every third organization has one project. */
const projectOf = (id: number) =>
  id % 3 === 1 ? [{ id: String(id), type: 'project', attributes: { name: 'Bernoulli numbers', is_default: true } }] : [];

/** Returns a list of organizations as JSON, with their users and projects. */
const listOf = (length: number): string => {
  const ids = Array.from({ length }, (_, index) => index + 1);
  const data = ids.map((id) => ({
    ...organization(id),
    relationships: {
      users: { data: [{ type: 'users', id: user.id }] },
      projects: { data: projectOf(id).map(({ type, id: project }) => ({ type, id: project })) },
    },
  }));
  return JSON.stringify({ data, included: [user, ...ids.flatMap(projectOf)] });
};

/** The response with a list of three organizations. */
export const listed = listOf(3);

/** The response with a list of 100 organizations. */
export const listed100 = listOf(100);

/** The response with one organization. */
export const created = JSON.stringify({ data: organization(1) });

/** The body of the request that creates an organization. */
export const newOrganization = { data: { type: 'organization', attributes: { name: 'Analytical Engines' } } };
