/** The documents that clients send and receive, the same for all of them. */

const organization = (id: number, name: string) => ({
  id: String(id),
  type: 'organization',
  attributes: { name, currentUserRole: 'OWNER' },
  meta: { can: { organization: { manageSettings: true }, project: { create: true } } },
});

/** Response to a list of organizations: three of them. */
export const listed = JSON.stringify({ data: [1, 2, 3].map((id) => organization(id, `Analytical Engines ${id}`)) });

/** Response to one organization. */
export const created = JSON.stringify({ data: organization(1, 'Analytical Engines') });

/** Body of the request that creates an organization. */
export const newOrganization = { data: { type: 'organization', attributes: { name: 'Analytical Engines' } } };
