import { ipOf } from '#core/client-address.ts'
import { type RegisterBody, registration } from 'contract/registration'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { requestLink } from '#support/request-link.ts'
import { checkLink, requireLink, useLink } from '#support/use-link.ts'
import { requireOpenRegistration, requirePasswords } from '#features/identity/require-passwords.ts'
import type { PublicContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { lockAddress } from '#support/awaited.queries.ts'
import { addUser } from '#features/identity/add-user.ts'
import { forgetConfirmations } from '#features/identity/confirm-owner.ts'
import { rememberDevice } from '#features/identity/session/known-device.ts'
import { hashPassword } from '#features/identity/session/password.ts'
import { refuseWeakPassword } from '#features/identity/session/refuse-weak-password.ts'
import { revokeAllSessions } from '#features/identity/sessions.queries.ts'
import { lockLinksTo, revokeLinksOf, spendLinksTo } from '#support/links.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { queueMail } from '#support/queue-mail.ts'
import { deleteChallenges } from '#features/identity/challenges.queries.ts'
import {
  findPasswordOwner,
  updateUser,
  listTakenEmails,
} from '#features/identity/accounts.queries.ts'
import type { PublicTerms } from 'contract/terms'
import { ApiError } from '#core/errors.ts'
import { forgetWrongPasswords, startSession } from '#features/identity/sign-in.ts'
import { getLatestTerms, insertAcceptance } from '#support/terms.queries.ts'

export function registrationRoutes(server: Server): void {
  handleDetached(server, registration.request, async ({ body }, context) => {
    requireOpenRegistration(context.tenant)
    await requestLink(context, 'register', body.email)
  })

  handle(server, registration.checkRequest, ({ params: { signature } }, { db, scope }) =>
    checkLink(db, scope, { kind: 'register', signature }),
  )

  handleDetached(server, registration.register, async ({ params, body }, context) => {
    requireOpenRegistration(context.tenant)
    return { token: await openAccount(context, { kind: 'register', ...params, ...body }) }
  })

  handle(server, registration.checkInvite, ({ params: { signature } }, { db, scope }) =>
    checkLink(db, scope, { kind: 'invite', signature }),
  )

  handleDetached(server, registration.acceptInvite, async ({ params, body }, context) => {
    requirePasswords(context.tenant)
    return { token: await openAccount(context, { kind: 'invite', ...params, ...body }) }
  })

  handleDetached(server, registration.requestReset, async ({ body }, context) => {
    requirePasswords(context.tenant)
    await requestLink(context, 'reset', body.email)
  })

  handle(server, registration.checkReset, ({ params: { signature } }, { db, scope }) =>
    checkLink(db, scope, { kind: 'reset', signature }),
  )

  handleDetached(server, registration.reset, async ({ params, body }, context) => {
    requirePasswords(context.tenant)
    await resetPassword(context, params.signature, body.password)
  })
}

/** Ends every session. Two-step verification stays on. */
async function resetPassword(context: PublicContext, signature: string, password: string) {
  const { scope, request, inTenant } = context
  const claim = { kind: 'reset', signature } as const
  const owner = await inTenant(async (db) => {
    const email = await requireLink(db, scope, claim)
    return await findPasswordOwner(db, scope, email)
  })
  const { email } = owner
  await refuseWeakPassword(context, password, owner)
  const password_hash = await hashPassword(password)
  const id = await inTenant(async (db) => {
    await lockLinksTo(db, scope, ['reset'], email)
    const { user_id: userId } = await useLink(db, scope, claim)
    if (userId === null) throw new Error('The password link doesn’t belong to a user.')
    await updateUser(db, scope, userId, { password_hash })
    await deleteChallenges(db, scope, userId)
    const ended = await revokeAllSessions(db, scope, userId)
    await revokeLinksOf(db, scope, ['reset', 'email-change'], userId)
    await recordEvent(db, { scope, actor: { id: userId }, request }, 'password.reset', {
      details: { ended },
    })
    await queueMail(db, context, { to: email, ...MAILS.passwordChanged.text(context, true) })
    return userId
  })
  await forgetWrongPasswords(context, email)
  await forgetConfirmations(context, id)
  // So that the attempts of strangers don't block the owner.
  rememberDevice(context, email)
}

type NewAccount = Omit<RegisterBody, 'organisation_name'> & {
  kind: 'register' | 'invite'
  signature: string
  organisation_name?: string
}

const KINDS = ['register', 'invite'] as const

/** Creates the account of a link and signs in, all or nothing. */
async function openAccount(context: PublicContext, account: NewAccount): Promise<string> {
  const { scope, inTenant } = context
  const { email, password, organisation_name: organisation } = account
  const terms = await inTenant(async (db) => {
    await requireLink(db, scope, account)
    await requireFree(db, scope, email)
    return await requireLatestTerms(db, scope, account.terms_id)
  })
  await refuseWeakPassword(context, password, { ...account, organisation })
  const password_hash = await hashPassword(password)
  const token = await inTenant((db) => open(db, context, { ...account, terms, password_hash }))
  // Of sign-ins before the account existed.
  await forgetWrongPasswords(context, email)
  return token
}

async function open(
  db: Db,
  context: PublicContext,
  account: NewAccount & { terms: PublicTerms; password_hash: string },
): Promise<string> {
  const { scope, request } = context
  const { kind, name, terms, password_hash } = account
  // Before its links, as where someone is invited.
  await lockAddress(db, scope, account.email)
  await lockLinksTo(db, scope, KINDS, account.email)
  const link = await useLink(db, scope, account)
  await requireFree(db, scope, link.email)
  const userId = await addUser(db, context, {
    email: link.email,
    name,
    roles: link.roles ?? ['user'],
    organisation_name: account.organisation_name ?? null,
    password_hash,
    accepted_terms_version: terms.version,
  })
  await spendLinksTo(db, scope, KINDS, link.email)
  await insertAcceptance(db, scope, userId, terms.id, ipOf(request) ?? request.ip)
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
    throw new ApiError(
      'email-taken',
      'You already have an account with this address. Sign in instead.',
    )
}

async function requireLatestTerms(db: Db, scope: Scope, termsId: number): Promise<PublicTerms> {
  const latest = await getLatestTerms(db, scope)
  if (latest.id === termsId) return latest
  throw new ApiError('conflict', 'The terms have changed. Read and accept the new version.', {
    details: { terms_id: latest.id },
  })
}
