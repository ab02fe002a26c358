/** The documents that clients send and receive, the same for all of them. The service sends lists with relationships. */

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

/** Every third organization has a project. */
const projectOf = (id: number) =>
  id % 3 === 1 ? [{ id: String(id), type: 'project', attributes: { name: 'Bernoulli numbers', is_default: true } }] : [];

/** A list with its users and projects. */
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

/** Response to a list of three organizations. */
export const listed = listOf(3);

/** Response to a list of 100 organizations. */
export const listed100 = listOf(100);

/** Response to one organization. */
export const created = JSON.stringify({ data: organization(1) });

/** Body of the request that creates an organization. */
export const newOrganization = { data: { type: 'organization', attributes: { name: 'Analytical Engines' } } };
