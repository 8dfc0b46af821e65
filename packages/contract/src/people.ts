import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdText, Timestamp } from './fields.ts'
import { Paging, SearchText, listAnswer, listText } from './list.ts'
import { MOST_ROWS } from './list-sizes.ts'
import { DIRECTIONS, PEOPLE_COLUMNS, type PeopleSort } from './people-sort.ts'
import { Role } from './permissions.ts'

/** God-admins and auditors live at the platform; in an organisation people are these. */
export const OrganisationRole = z.enum(['admin', 'user'])
export type OrganisationRole = z.infer<typeof OrganisationRole>

const sorts = PEOPLE_COLUMNS.flatMap((column) =>
  DIRECTIONS.map((direction): PeopleSort => `${column}.${direction}`),
)

/** The specification, section 2: the search of `/admin/users`, but for its pages. */
export const PeopleFilter = z.strictObject({
  sort: z.enum(sorts).optional(),
  order_dir: z.enum(DIRECTIONS).optional(),
  order_column: z.enum(PEOPLE_COLUMNS).optional(),
  name: SearchText,
  tenant_id: IdText.optional(),
  email: SearchText,
  roles: listText(OrganisationRole).optional(),
})
export type PeopleFilter = z.output<typeof PeopleFilter>

export const PeopleQuery = PeopleFilter.extend(Paging)
export type PeopleQuery = z.output<typeof PeopleQuery>

export const ListedPerson = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  tenant: z.object({ id: Id, name: z.string() }),
  roles: z.array(Role),
  is_active: z.boolean(),
  last_login_at: Timestamp.nullable(),
})
export type ListedPerson = z.infer<typeof ListedPerson>

const Ids = z
  .array(Id)
  .min(1, 'Choose somebody')
  .max(MOST_ROWS, `Choose at most ${MOST_ROWS} people`)

/** What is done to several people at once. `roles` belongs to `set-roles` and replaces theirs. */
export const PeopleChangeBody = z
  .strictObject({
    ids: Ids,
    change: z.enum(['activate', 'deactivate', 'set-roles']),
    roles: z.array(OrganisationRole).min(1, 'Choose a role').max(2).optional(),
  })
  .refine(({ change, roles }) => (change === 'set-roles') === (roles !== undefined), {
    path: ['roles'],
    message: 'Name the roles to set, and only then',
  })
export type PeopleChangeBody = z.output<typeof PeopleChangeBody>

const SeveralBody = z.strictObject({ ids: Ids })

/** Who was changed, and the organisations that have lost their last active admin by it. */
const Changed = z.object({ ids: z.array(Id), without_admin: z.array(z.string()) })

export const people = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    access: 'access-to-admin-area',
    summary: 'The people of the organisations in view',
    query: PeopleQuery,
    response: listAnswer(ListedPerson),
  }),
  exportCsv: endpoint({
    method: 'POST',
    path: '/users/export/csv',
    access: 'access-to-admin-area',
    summary: 'The whole list as comma-separated values; it is recorded who took it',
    query: PeopleFilter,
    file: 'text/csv',
  }),
  exportXlsx: endpoint({
    method: 'POST',
    path: '/users/export/xlsx',
    access: 'access-to-admin-area',
    summary: 'The whole list as a workbook; it is recorded who took it',
    query: PeopleFilter,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  change: endpoint({
    method: 'POST',
    path: '/users/changes',
    access: 'create-users',
    summary:
      'Activate or deactivate people or set their roles, all of them or nobody; deactivating ends every session at once',
    body: PeopleChangeBody,
    response: Changed,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/users/removals',
    access: 'remove-users-from-company',
    summary:
      'Remove people, all of them or nobody; assessments and reports stay, under “Former user”',
    body: SeveralBody,
    response: Changed,
  }),
  sendPasswordLinks: endpoint({
    method: 'POST',
    path: '/users/password-links',
    access: 'create-users',
    summary:
      'Mail people a link to a password, which to a first one works for 7 days: all of them or nobody',
    body: SeveralBody,
  }),
}
