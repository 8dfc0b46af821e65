import type { RegisterBody } from 'contract/registration'
import type { PublicTerms } from 'contract/terms'
import type { PublicContext, Scope, Db } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { hashPassword } from '#features/identity/session/password.ts'
import { refuseWeakPassword } from '#features/identity/session/refuse-weak-password.ts'
import { startSession } from '#features/identity/sign-in.ts'
import { insertUser, listTakenEmails } from '#features/identity/users.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { lockLinksTo, spendLinksTo } from '#support/links.queries.ts'
import { getLatestTerms, insertAcceptance } from '#support/terms.queries.ts'
import { requireLink, useLink } from '#support/use-link.ts'

type NewAccount = Omit<RegisterBody, 'organisation_name'> & {
  kind: 'register' | 'invite'
  signature: string
  organisation_name?: string
}

const KINDS = ['register', 'invite'] as const

/** Creates the account of a link and signs in, all or nothing. */
export async function openAccount(context: PublicContext, account: NewAccount): Promise<string> {
  const { scope, inTenant } = context
  const { email, password, organisation_name: organisation } = account
  const terms = await inTenant(async (db) => {
    await requireLink(db, scope, account)
    await requireFree(db, scope, email)
    return await requireLatestTerms(db, scope, account.terms_id)
  })
  await refuseWeakPassword(context, password, { ...account, organisation })
  const password_hash = await hashPassword(password)
  return await inTenant((db) => open(db, context, { ...account, terms, password_hash }))
}

async function open(
  db: Db,
  context: PublicContext,
  account: NewAccount & { terms: PublicTerms; password_hash: string },
): Promise<string> {
  const { scope, request } = context
  const { kind, name, terms, password_hash } = account
  await lockLinksTo(db, scope, KINDS, account.email)
  const link = await useLink(db, scope, account)
  await requireFree(db, scope, link.email)
  const userId = await insertUser(db, scope, {
    email: link.email,
    name,
    roles: link.roles ?? ['user'],
    organisation_name: account.organisation_name ?? null,
    password_hash,
    accepted_terms_version: terms.version,
  })
  await spendLinksTo(db, scope, KINDS, link.email)
  await insertAcceptance(db, scope, userId, terms.id, request.ip)
  const action = kind === 'register' ? 'user.registered' : 'invitation.accepted'
  await recordEvent(db, { scope, actor: { id: userId }, request }, action, {
    subject: `link ${link.id}`,
    details: { terms: terms.version },
  })
  return await startSession(db, context, userId, { method: 'password' })
}

// This answer needs a link, so only the owner of the address gets it.
async function requireFree(db: Db, scope: Scope, email: string) {
  if ((await listTakenEmails(db, scope, [email])).length > 0)
    throw new ApiError('email-taken', 'You already have an account with this address. Sign in.')
}

async function requireLatestTerms(db: Db, scope: Scope, termsId: number): Promise<PublicTerms> {
  const latest = await getLatestTerms(db, scope)
  if (latest.id === termsId) return latest
  throw new ApiError('conflict', 'The terms have changed. Read the new terms first.', {
    details: { terms_id: latest.id },
  })
}
