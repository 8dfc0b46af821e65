import { Email } from 'contract/fields'
import type { PublicContext } from '#core/context.ts'
import { platformScopeOf } from '#db/scope.ts'
import { withTenants } from '#db/pools.ts'
import { resolveAccount } from '#features/identity/resolve-account.ts'
import type { Voucher } from '#features/identity/sso/identities.queries.ts'
import { findAccountOf, storeSalesforceId, listSsoTenantIds } from './oidc.queries.ts'
import { OidcRefusal } from './oidc-refusal.ts'
import { type Salesforce, voucherOfSalesforce } from './provider-of.ts'
import type { SalesforceClaims } from './verify-exchange.ts'

export type Account = { tenantId: number; userId: number }

/**
 * The account that is linked here, else the one with the same verified address here, else the one that is linked at
 * another organisation. A silent sign-in links nothing.
 */
export async function findAccount(
  context: PublicContext,
  provider: Salesforce,
  vouched: SalesforceClaims,
  isSilent: boolean,
): Promise<Account> {
  const { scope, inTenant } = context
  const voucher = voucherOfSalesforce(provider)
  const resolved = await inTenant(async (db) => {
    const found = await resolveAccount(db, context, {
      voucher,
      subject: vouched.subject,
      name: 'Salesforce',
      details: { issuer: voucher.issuer },
      email: isSilent ? undefined : verifiedEmail(vouched),
    })
    if (!('why' in found) && vouched.salesforceId !== undefined)
      await storeSalesforceId(db, scope, found.userId, vouched.salesforceId)
    return found
  })
  if (!('why' in resolved)) return { tenantId: scope.tenantId, userId: resolved.userId }
  if (resolved.why === 'inactive' && resolved.isLinked)
    throw new OidcRefusal(
      'account-inactive',
      `user ${resolved.userId} is inactive. Activate them on the user’s page if they should sign in`,
    )
  const elsewhere = await findElsewhere(context, voucher, vouched)
  if (elsewhere) return elsewhere
  throw new OidcRefusal(
    'oidc-not-linked',
    'no account is linked to this Salesforce user, and none can be linked by email address. Let the user link Salesforce in their settings if they have an account',
  )
}

function verifiedEmail({ email, isEmailVerified }: SalesforceClaims): string | undefined {
  return isEmailVerified ? Email.safeParse(email).data : undefined
}

async function findElsewhere(
  { app, scope, inTenant }: PublicContext,
  { issuer }: Voucher,
  { subject }: SalesforceClaims,
): Promise<Account | undefined> {
  const ids = (await inTenant(listSsoTenantIds)).filter((id) => id !== scope.tenantId)
  const others = platformScopeOf(ids)
  return await withTenants(app.pools, others.tenantIds, (db) =>
    findAccountOf(db, others, { issuer, subject }),
  )
}
