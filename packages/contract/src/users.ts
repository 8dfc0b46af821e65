import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Email, Id, IdText, Timestamp, text } from './fields.ts'
import { Paging, SearchText, listAnswer, listText } from './list.ts'
import { MOST_ROWS } from './list-sizes.ts'
import { DIRECTIONS, USER_COLUMNS, type UsersSort } from './users-sort.ts'
import { Role } from './permissions.ts'
import { SignInMode } from './tenants.ts'

/** God-admins and auditors live at the platform; in an organisation people are these. */
export const OrganisationRole = z.enum(['admin', 'user'])
export type OrganisationRole = z.infer<typeof OrganisationRole>

const sorts = USER_COLUMNS.flatMap((column) =>
  DIRECTIONS.map((direction): UsersSort => `${column}.${direction}`),
)

/** The specification, section 2: the search of `/admin/users`, but for its pages. */
export const UsersFilter = z.strictObject({
  sort: z.enum(sorts).optional(),
  order_dir: z.enum(DIRECTIONS).optional(),
  order_column: z.enum(USER_COLUMNS).optional(),
  name: SearchText,
  tenant_id: IdText.optional(),
  email: SearchText,
  roles: listText(OrganisationRole).optional(),
})
export type UsersFilter = z.output<typeof UsersFilter>

export const UsersQuery = UsersFilter.extend(Paging)
export type UsersQuery = z.output<typeof UsersQuery>

export const ListedUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  tenant: z.object({ id: Id, name: z.string() }),
  roles: z.array(Role),
  is_active: z.boolean(),
  last_login_at: Timestamp.nullable(),
})
export type ListedUser = z.infer<typeof ListedUser>

const Ids = z
  .array(Id)
  .min(1, 'Choose somebody')
  .max(MOST_ROWS, `Choose at most ${MOST_ROWS} people`)

/** What is done to several people at once. `roles` belongs to `set-roles` and replaces theirs. */
export const UsersChangeBody = z
  .strictObject({
    ids: Ids,
    change: z.enum(['activate', 'deactivate', 'set-roles']),
    roles: z.array(OrganisationRole).min(1, 'Choose a role').max(2).optional(),
  })
  .refine(({ change, roles }) => (change === 'set-roles') === (roles !== undefined), {
    path: ['roles'],
    message: 'Name the roles to set, and only then',
  })
export type UsersChangeBody = z.output<typeof UsersChangeBody>

const SeveralBody = z.strictObject({ ids: Ids })

/** Who was changed, and the organisations that have lost their last active admin by it. */
const Changed = z.object({ ids: z.array(Id), without_admin: z.array(z.string()) })

const OrganisationRoles = z
  .array(OrganisationRole)
  .min(1, 'Choose a role')
  .max(OrganisationRole.options.length)

/** Somebody of an organisation, as the admin area shows and edits them. */
export const UserDetails = z.object({
  id: Id,
  /** Counts the changes of name, e-mail, organisation name and roles; the next change names it. */
  version: z.int(),
  name: z.string(),
  email: z.string(),
  pending_email: z.string().nullable(),
  organisation_name: z.string().nullable(),
  tenant: z.object({
    id: Id,
    name: z.string(),
    domain: z.string(),
    is_public: z.boolean(),
    sign_in_mode: SignInMode,
  }),
  roles: z.array(Role),
  is_active: z.boolean(),
  created_at: Timestamp,
  last_login_at: Timestamp.nullable(),
  mfa_enabled: z.boolean(),
  has_password: z.boolean(),
  identities: z.array(z.object({ issuer: z.string(), linked_at: Timestamp })),
  /** What stays with the organisation when the person goes. */
  assessments: z.int(),
  reports: z.int(),
})
export type UserDetails = z.infer<typeof UserDetails>

/** `details` of a `conflict`: the person as somebody else left them. */
export const UserConflict = z.object({ person: UserDetails })

const Details = z.strictObject({
  name: text(1, 120),
  email: Email,
  /** At the public organisation only, whose people name their own. */
  organisation_name: text(1, 120).nullable().optional(),
})

/** Without `tenant_id` the organisation of this host. */
export const NewUserBody = Details.extend({ tenant_id: Id.optional(), roles: OrganisationRoles })
export type NewUserBody = z.output<typeof NewUserBody>

const Version = z.int32().positive()

export const UserDetailsBody = Details.extend({ version: Version })
export type UserDetailsBody = z.output<typeof UserDetailsBody>

export const UserRolesBody = z.strictObject({ version: Version, roles: OrganisationRoles })
export type UserRolesBody = z.output<typeof UserRolesBody>

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    access: 'access-to-admin-area',
    summary: 'The people of the organisations in view',
    query: UsersQuery,
    response: listAnswer(ListedUser),
  }),
  exportCsv: endpoint({
    method: 'POST',
    path: '/users/export/csv',
    access: 'access-to-admin-area',
    summary: 'The whole list as comma-separated values; it is recorded who took it',
    query: UsersFilter,
    file: 'text/csv',
  }),
  exportXlsx: endpoint({
    method: 'POST',
    path: '/users/export/xlsx',
    access: 'access-to-admin-area',
    summary: 'The whole list as a workbook; it is recorded who took it',
    query: UsersFilter,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  changeSeveral: endpoint({
    method: 'POST',
    path: '/users/changes',
    access: 'create-users',
    summary:
      'Activate or deactivate people or set their roles, all of them or nobody; deactivating ends every session at once',
    body: UsersChangeBody,
    response: Changed,
  }),
  removeSeveral: endpoint({
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
  get: endpoint({
    method: 'GET',
    path: '/users/:id',
    access: 'access-to-admin-area',
    summary: 'Somebody of an organisation in view',
    params: ById,
    response: UserDetails,
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    access: 'create-users',
    summary:
      'Add somebody, who gets a link to choose a password by mail; it works once, for 7 days',
    body: NewUserBody,
    response: UserDetails,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/users/:id',
    access: 'create-users',
    summary: 'Change name, e-mail address and organisation name; a stale version answers conflict',
    params: ById,
    body: UserDetailsBody,
    response: UserDetails,
  }),
  changeRoles: endpoint({
    method: 'PUT',
    path: '/users/:id/roles',
    access: 'create-users',
    summary: 'Change what somebody may do; nobody changes the own roles',
    params: ById,
    body: UserRolesBody,
    response: UserDetails,
  }),
  sendPasswordLink: endpoint({
    method: 'POST',
    path: '/users/:id/password-link',
    access: 'create-users',
    summary: 'Mail somebody a link to choose a new password',
    params: ById,
  }),
  move: endpoint({
    method: 'PUT',
    path: '/users/:id/organisation',
    access: 'god-level',
    summary: 'Move an account to another organisation; assessments and reports stay behind',
    params: ById,
    body: z.strictObject({ tenant_id: Id }),
    response: UserDetails,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/:id',
    access: 'remove-users-from-company',
    summary: 'Remove somebody; assessments and reports stay, under “Former user”',
    params: ById,
  }),
}
