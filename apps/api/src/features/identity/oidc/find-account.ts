import { Email } from 'contract/fields'
import { hasPlatformRole } from 'contract/roles'
import type { PublicContext } from '#core/context.ts'
import { type Db, platformScopeOf } from '#db/scope.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { linkedMail } from '#features/identity/mail-texts.ts'
import { queueMail } from '#support/queue-mail.ts'
import {
  findByEmail,
  findByIdentity,
  insertIdentity,
  type Voucher,
} from '#features/identity/sso/identities.queries.ts'
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
  const userId = await inTenant(
    async (db) =>
      (await findLinked(db, context, voucher, vouched)) ??
      (isSilent ? undefined : await linkByEmail(db, context, voucher, vouched)),
  )
  if (userId !== undefined) return { tenantId: scope.tenantId, userId }
  const elsewhere = await findElsewhere(context, voucher, vouched)
  if (elsewhere) return elsewhere
  throw new OidcRefusal(
    'oidc-not-linked',
    'no account is linked, and none can be linked by email address',
  )
}

async function findLinked(
  db: Db,
  { scope }: PublicContext,
  voucher: Voucher,
  vouched: SalesforceClaims,
) {
  const known = await findByIdentity(db, scope, voucher, vouched.subject)
  if (!known) return undefined
  if (!known.is_active) {
    throw new OidcRefusal('account-inactive', `user ${known.id} is inactive`)
  }
  if (vouched.salesforceId !== undefined) {
    await storeSalesforceId(db, scope, known.id, vouched.salesforceId)
  }
  return known.id
}

async function linkByEmail(
  db: Db,
  context: PublicContext,
  voucher: Voucher,
  { subject, email, isEmailVerified, salesforceId }: SalesforceClaims,
): Promise<number | undefined> {
  const { scope, request } = context
  const { data: address } = Email.safeParse(email)
  if (!isEmailVerified || address === undefined) return undefined
  const found = await findByEmail(db, scope, voucher, address)
  if (!found?.is_active || found.is_linked) return undefined
  // Roles with access to other organisations are linked in the settings only.
  if (hasPlatformRole(found.roles)) return undefined
  if (!(await insertIdentity(db, scope, { ...voucher, subject, user_id: found.id })))
    return undefined
  if (salesforceId !== undefined) await storeSalesforceId(db, scope, found.id, salesforceId)
  await recordEvent(db, { scope, actor: found, request }, 'identity.linked', {
    subject: `user ${found.id}`,
    details: { issuer: voucher.issuer },
  })
  await queueMail(db, context, { to: address, ...linkedMail('Salesforce') })
  return found.id
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
