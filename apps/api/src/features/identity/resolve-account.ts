import { hasPlatformRole } from 'contract/roles'
import type { App } from '#core/context.ts'
import type { Db, Scope } from '#db/scope.ts'
import { type RecordedRequest, recordEvent } from '#support/audit.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { queueMail } from '#support/queue-mail.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'
import {
  type KnownUser,
  type Subject,
  type Voucher,
  findByEmail,
  findByIdentity,
  findByProviderEmail,
  insertIdentity,
  keepProviderEmail,
} from './sso/identities.queries.ts'

type Origin = { app: App; scope: Scope; request: RecordedRequest }

export type SignIn = Subject & {
  voucher: Voucher
  /** How the user's mail calls the provider. */
  name: string
  details: { issuer: string; domain?: string }
  /** An address that the provider vouches for. */
  email: string | undefined
  /** A new user for an address that no one has. Undefined if none is created. */
  create?: (email: string) => Promise<KnownUser | 'taken' | undefined>
}

export type Refusal =
  | { why: 'inactive' | 'linked-elsewhere' | 'platform-role'; userId: number; isLinked: boolean }
  | { why: 'no-email' | 'no-account' | 'taken' }

/**
 * The account at which a provider's user signs in: the one that is linked, else the one with the same address, else the
 * one whose link was last used with it until an admin removed the link, else a new one if the provider creates users.
 */
export async function resolveAccount(
  db: Db,
  origin: Origin,
  signIn: SignIn,
): Promise<{ userId: number } | Refusal> {
  const resolved = await resolveNow(db, origin, signIn)
  const isOvertaken = 'why' in resolved && OVERTAKEN.has(resolved.why)
  return isOvertaken ? await resolveNow(db, origin, signIn) : resolved
}

/** Reasons of a user who signs in for the first time in two browsers at the same moment. */
const OVERTAKEN = new Set<Refusal['why']>(['taken', 'linked-elsewhere'])

async function resolveNow(
  db: Db,
  origin: Origin,
  signIn: SignIn,
): Promise<{ userId: number } | Refusal> {
  const known = await findByIdentity(db, origin.scope, signIn.voucher, signIn)
  const { email, voucher } = signIn
  if (!known)
    return email === undefined ? { why: 'no-email' } : await linkBy(email, db, origin, signIn)
  if (!known.is_active) return refused('inactive', known, true)
  if (email !== undefined)
    await keepProviderEmail(db, origin.scope, voucher, { userId: known.id, email })
  return { userId: known.id }
}

async function linkBy(email: string, db: Db, origin: Origin, signIn: SignIn) {
  const { scope } = origin
  const { voucher } = signIn
  const found =
    (await findByEmail(db, scope, voucher, email)) ??
    (await findByProviderEmail(db, scope, voucher, email))
  if (found?.is_linked) return refused('linked-elsewhere', found)
  const account = found ?? (await signIn.create?.(email))
  if (!account) return { why: 'no-account' } as const
  if (account === 'taken') return { why: account } as const
  const refusal = refusalOf(account)
  if (refusal) return refusal
  const linked = await link(db, origin, signIn, account, !found)
  return linked ? { userId: account.id } : refused('linked-elsewhere', account)
}

/** One organisation can't vouch for roles with access to others. They are linked in the settings only. */
function refusalOf(account: KnownUser): Refusal | undefined {
  if (!account.is_active) return refused('inactive', account)
  return hasPlatformRole(account.roles) ? refused('platform-role', account) : undefined
}

async function link(
  db: Db,
  origin: Origin,
  { voucher, subject, email, name, details }: SignIn,
  { id: userId, email: address }: KnownUser,
  isNew: boolean,
): Promise<boolean> {
  const { scope, request } = origin
  const identity = { ...voucher, subject, email, user_id: userId }
  if (!(await insertIdentity(db, scope, identity))) return false
  const action = isNew ? 'user.created_by_sso' : 'identity.linked'
  const event = { subject: `user ${userId}`, details }
  await recordEvent(db, { scope, actor: { id: userId }, request }, action, event)
  if (!isNew) await tell(db, origin, address, name)
  return true
}

function refused(
  why: 'inactive' | 'linked-elsewhere' | 'platform-role',
  { id: userId }: KnownUser,
  isLinked = false,
): Refusal {
  return { why, userId, isLinked }
}

async function tell(db: Db, { app, scope }: Origin, to: string, name: string): Promise<void> {
  const tenant = await findActiveTenant(db, scope.tenantId)
  if (tenant) await queueMail(db, { app, tenant, scope }, { to, ...MAILS.linked.text(name) })
}
