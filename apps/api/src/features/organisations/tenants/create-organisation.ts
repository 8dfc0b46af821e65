import type { OrganisationBody, OrganisationDetails } from 'contract/tenants'
import type { SignedInContext } from '#core/context.ts'
import { type Scope, type Db, scopeOf } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { type RecordedRequest, recordEvent } from '#support/audit.queries.ts'
import { inviteOne } from '#features/people/invite.ts'
import { requirePlatformGod } from '#support/tenant-scope.ts'
import { withOrganisation } from './organisation.ts'
import { findActiveTenant, nextId } from '#support/tenants.queries.ts'
import { insertTenant } from './organisation-settings.queries.ts'

/** Creates an organisation and invites its first admin, both or neither. */
export async function createOrganisation(
  context: SignedInContext,
  { admin_email, ...settings }: OrganisationBody,
): Promise<OrganisationDetails> {
  requirePlatformGod(context)
  const id = await context.inTenant(nextId)
  return await withOrganisation(context, id, async ({ db, scope, read }) => {
    if (!(await addOrganisation(db, { id, ...settings }, context)))
      throw new ApiError(
        'invalid-input',
        'Another organisation already uses this domain. Choose a different one.',
        {
          fields: {
            domain: 'Another organisation already uses this domain. Choose a different one.',
          },
        },
      )
    if (admin_email !== undefined) await inviteAdmin(db, context, scope, admin_email)
    return await read()
  })
}

/** False if the domain is taken. */
export async function addOrganisation(
  db: Db,
  tenant: Parameters<typeof insertTenant>[1],
  by: { actor?: { id: number }; request?: RecordedRequest } = {},
): Promise<boolean> {
  if (!(await insertTenant(db, tenant))) return false
  await recordEvent(db, { ...by, scope: scopeOf(tenant.id) }, 'organisation.created')
  return true
}

async function inviteAdmin(db: Db, context: SignedInContext, scope: Scope, email: string) {
  const tenant = await findActiveTenant(db, scope.tenantId)
  if (!tenant) throw notFound('organisation')
  await inviteOne(db, { ...context, tenant, scope }, email, ['admin'])
}
