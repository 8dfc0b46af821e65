import type { User } from 'contract/account'
import { isAuditor } from 'contract/roles'
import type { PublicContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { knownRoles, permissionsOf } from '#core/permissions.ts'
import { getUser, listAuditedOrganisations } from '#features/identity/accounts.queries.ts'

export async function presentUser(
  db: Db,
  { app, scope }: Pick<PublicContext, 'app' | 'scope'>,
  userId: number,
): Promise<User> {
  const row = await getUser(db, scope, userId, app.adapters.now())
  const roles = knownRoles(row.roles)
  const organisations = isAuditor(roles) ? await listAuditedOrganisations(db, scope, userId) : null
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    is_active: row.is_active,
    tc_accepted: row.tc_accepted,
    expired: false,
    profile: { organisation_name: row.organisation_name },
    domains: [row.tenant_domain],
    tenant: { id: row.tenant_id, name: row.tenant_name, is_public: row.tenant_kind === 'public' },
    roles: (roles.length > 0 ? roles : (['user'] as const)).map((name) => ({ name })),
    permissions: permissionsOf(roles),
    auditor: organisations && { organisations },
    has_certifications_this_year: row.has_certifications_this_year,
    salesforce_id: row.salesforce_id,
    last_login_at: row.last_login_at,
    mfaEnabled: row.mfa_enabled,
    mfa_setup_required: false,
    pending_email: row.pending_email,
  }
}
