import type { RegisterBody } from 'contract/registration'
import type { PublicTerms } from 'contract/terms'
import type { PublicContext, Scope } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { hashPassword } from '#features/identity/session/password.ts'
import { refuseWeakPassword } from '#features/identity/session/refuse-weak-password.ts'
import { startSession } from '#features/identity/sign-in.ts'
import { lockLinksTo, spendLinksTo } from '#support/links.queries.ts'
import { requireLink, useLink } from '#support/use-link.ts'
import { getLatestTerms, insertAcceptance } from '#support/terms.queries.ts'
import { insertUser, listTakenEmails } from '#features/identity/users.queries.ts'

type Wish = Omit<RegisterBody, 'organisation_name'> & {
  kind: 'register' | 'invite'
  signature: string
  organisation_name?: string
}

const WAYS_IN = ['register', 'invite'] as const

/** Makes an account for whoever holds a link, and signs them in: all or nothing, and once. */
export async function openAccount(context: PublicContext, wish: Wish): Promise<string> {
  const { scope, inTenant } = context
  const terms = await inTenant(async (db) => {
    await requireLink(db, scope, wish)
    await requireFree(db, context, wish.email)
    return await requireLatestTerms(db, scope, wish.terms_id)
  })
  await refuseWeakPassword(context, wish.password, {
    ...wish,
    organisation: wish.organisation_name,
  })
  const password_hash = await hashPassword(wish.password)
  return await inTenant((db) => open(db, context, { ...wish, terms, password_hash }))
}

async function open(
  db: Db,
  context: PublicContext,
  wish: Wish & { terms: PublicTerms; password_hash: string },
): Promise<string> {
  const { scope, request } = context
  const { kind, terms } = wish
  await lockLinksTo(db, scope, WAYS_IN, wish.email)
  const link = await useLink(db, scope, wish)
  await requireFree(db, context, link.email)
  const userId = await insertUser(db, scope, {
    email: link.email,
    name: wish.name,
    roles: link.roles ?? ['user'],
    organisation_name: wish.organisation_name ?? null,
    password_hash: wish.password_hash,
    accepted_terms_version: terms.version,
  })
  await spendLinksTo(db, scope, WAYS_IN, link.email)
  await insertAcceptance(db, scope, userId, terms.id, request.ip)
  await recordEvent(
    db,
    { scope, actor: { id: userId }, request },
    kind === 'register' ? 'user.registered' : 'invitation.accepted',
    { subject: `link ${link.id}`, details: { terms: terms.version } },
  )
  return await startSession(db, context, userId, { method: 'password' })
}

// Only who reads the mails of an address learns that it has an account.
async function requireFree(db: Db, { scope }: PublicContext, email: string) {
  if ((await listTakenEmails(db, scope, [email])).length > 0)
    throw new ApiError('email-taken', 'There is an account with this address already. Sign in.')
}

async function requireLatestTerms(db: Db, scope: Scope, termsId: number): Promise<PublicTerms> {
  const latest = await getLatestTerms(db, scope)
  if (latest.id === termsId) return latest
  throw new ApiError('conflict', 'The terms have changed meanwhile. Read the new ones first.', {
    details: { terms_id: latest.id },
  })
}
