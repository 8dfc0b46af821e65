import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Email, Id, IdText, Timestamp, line } from './fields.ts'
import { Paging, SearchText, listResponse, listText } from './list.ts'
import { Invitation } from './invitations.ts'
import { MAX_ROWS } from './list-sizes.ts'
import { DIRECTIONS, USER_COLUMNS, type UsersSort } from './users-sort.ts'
import { Role } from './permissions.ts'
import { ORGANISATION_ROLES } from './roles.ts'
import { OrganisationStatus, SignInMode } from './tenants.ts'

export const OrganisationRole = z.enum(ORGANISATION_ROLES)
export type OrganisationRole = z.infer<typeof OrganisationRole>

const sorts = USER_COLUMNS.flatMap((column) =>
  DIRECTIONS.map((direction): UsersSort => `${column}.${direction}`),
)

/** The search of `/admin/users`, without its pages. */
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

/** A user, or someone with an open or expired invitation: then without `id` and `name`. */
export const ListedUser = z.object({
  id: Id.nullable(),
  name: z.string(),
  email: z.string(),
  tenant: z.object({ id: Id, name: z.string() }),
  roles: z.array(Role),
  is_active: z.boolean(),
  last_login_at: Timestamp.nullable(),
  invitation: Invitation.nullable(),
})
export type ListedUser = z.infer<typeof ListedUser>

/** One who has accepted, or was added. */
export type ListedAccount = ListedUser & { id: number }

const Ids = z
  .array(Id)
  .min(1, 'Choose a user')
  .max(MAX_ROWS, `Choose at most ${MAX_ROWS} users at a time`)

const OrganisationRoles = z
  .array(OrganisationRole)
  .min(1, 'Choose a role')
  .max(OrganisationRole.options.length)

/** An action on several users. `roles` belongs to `set-roles` and replaces all roles. */
export const UsersChangeBody = z
  .strictObject({
    ids: Ids,
    change: z.enum(['activate', 'deactivate', 'set-roles']),
    roles: OrganisationRoles.optional(),
  })
  .refine(({ change, roles }) => (change === 'set-roles') === (roles !== undefined), {
    path: ['roles'],
    message: 'Send roles if the change is set-roles, and only then',
  })
export type UsersChangeBody = z.output<typeof UsersChangeBody>

const SeveralBody = z.strictObject({ ids: Ids })

/** The changed users, and the organisations that lost their last active admin. */
const Changed = z.object({ ids: z.array(Id), without_admin: z.array(z.string()) })

/** A user of an organisation in the admin area. */
export const UserDetails = z.object({
  id: Id,
  /** Changes with name, email address, organisation name and roles. Send it with the next change. */
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
    status: OrganisationStatus,
  }),
  roles: z.array(Role),
  is_active: z.boolean(),
  created_at: Timestamp,
  last_login_at: Timestamp.nullable(),
  mfa_enabled: z.boolean(),
  has_password: z.boolean(),
  identities: z.array(
    z.object({
      id: Id,
      name: z.string(),
      issuer: z.string(),
      /** The address that the provider sent last; null if the link was not used since that is kept. */
      address: z.string().nullable(),
      linked_at: Timestamp,
    }),
  ),
  /** What stays with the organisation after a move. */
  assessments: z.int(),
  reports: z.int(),
})
export type UserDetails = z.infer<typeof UserDetails>

/** `details` of a `conflict`: the current user. */
export const UserConflict = z.object({ person: UserDetails })

const Details = z.strictObject({
  name: line(1, 120),
  email: Email,
  /** Only at the public organisation, whose users name their own. */
  organisation_name: line(1, 120).nullable().optional(),
})

/** Without `tenant_id`, the organisation of this host. */
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
    summary: 'List users in the visible organisations, and people who are invited',
    query: UsersQuery,
    /** `invited`: how many of the rows on all pages are invitations. */
    response: listResponse(ListedUser).extend({ invited: z.int() }),
  }),
  exportCsv: endpoint({
    method: 'POST',
    path: '/users/export/csv',
    access: 'access-to-admin-area',
    summary: 'Download users as CSV and record the download',
    query: UsersFilter,
    file: 'text/csv',
  }),
  exportXlsx: endpoint({
    method: 'POST',
    path: '/users/export/xlsx',
    access: 'access-to-admin-area',
    summary: 'Download users as a workbook and record the download',
    query: UsersFilter,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  changeSeveral: endpoint({
    method: 'POST',
    path: '/users/changes',
    access: 'create-users',
    summary: 'Activate or deactivate several users, or change their roles, all or nothing',
    body: UsersChangeBody,
    response: Changed,
  }),
  removeSeveral: endpoint({
    method: 'POST',
    path: '/users/removals',
    access: 'remove-users-from-company',
    summary:
      'Remove all of these users, or none. Their assessments and reports stay under “Former user”',
    body: SeveralBody,
    response: Changed,
  }),
  sendPasswordLinks: endpoint({
    method: 'POST',
    path: '/users/password-links',
    access: 'create-users',
    summary: 'Email several users a link to set a password, all or nothing',
    body: SeveralBody,
  }),
  get: endpoint({
    method: 'GET',
    path: '/users/:id',
    access: 'access-to-admin-area',
    summary: 'Get a user in a visible organisation',
    params: ById,
    response: UserDetails,
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    access: 'create-users',
    summary: 'Add a user and email a link to set a password. The link works once, for 7 days',
    body: NewUserBody,
    response: UserDetails,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/users/:id',
    access: 'create-users',
    summary:
      'Change a user’s name, email address and organisation name, unless someone else has changed the user',
    params: ById,
    body: UserDetailsBody,
    response: UserDetails,
  }),
  changeRoles: endpoint({
    method: 'PUT',
    path: '/users/:id/roles',
    access: 'create-users',
    summary: 'Change another user’s roles',
    params: ById,
    body: UserRolesBody,
    response: UserDetails,
  }),
  sendPasswordLink: endpoint({
    method: 'POST',
    path: '/users/:id/password-link',
    access: 'create-users',
    summary: 'Email a user a link to set a password',
    params: ById,
  }),
  getLock: endpoint({
    method: 'GET',
    path: '/users/:id/lock',
    access: 'access-to-admin-area',
    summary: 'Get the time when a user can try again after too many wrong passwords or codes',
    params: ById,
    response: z.object({ locked_until: Timestamp.nullable() }),
  }),
  unlock: endpoint({
    method: 'DELETE',
    path: '/users/:id/lock',
    access: 'create-users',
    summary: 'Let a user try again after too many wrong passwords or codes',
    params: ById,
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: '/users/:id/identities/:identityId',
    access: 'create-users',
    summary: 'Remove a user’s link to a sign-in provider and sign the user out',
    params: z.strictObject({ id: IdText, identityId: IdText }),
  }),
  move: endpoint({
    method: 'PUT',
    path: '/users/:id/organisation',
    access: 'god-level',
    summary:
      'Move a user to another organisation. Assessments and reports stay under “Former user”',
    params: ById,
    body: z.strictObject({ tenant_id: Id }),
    response: UserDetails,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/:id',
    access: 'remove-users-from-company',
    summary: 'Remove a user. Assessments and reports stay under “Former user”',
    params: ById,
  }),
}
