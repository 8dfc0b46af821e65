import { type App, type Scope, scopeOf } from '#core/context.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import type { JobData } from '#core/jobs.ts'
import type { Db } from '#db/driver.ts'
import { withTenant } from '#db/pools.ts'
import { mayUsePassword } from '#features/identity/sign-in.ts'
import { deleteLink, lockAskedLink, signLink } from '#support/links.queries.ts'
import { type NewMail, queueMail } from '#support/queue-mail.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'
import { findUserForSignIn } from '#features/identity/users.queries.ts'
import {
  knownAddressMail,
  registerMail,
  resetMail,
  singleSignOnMail,
} from '#features/identity/mail-texts.ts'

type Asked = { id: number; kind: string; email: string }
type Letter = Omit<NewMail, 'to'> | undefined
type Place = { app: App; tenant: HostTenant; scope: Scope }

/** The job behind somebody's wish for a link: only here is looked whether the address is known. */
export async function sendAskedLink(app: App, { tenantId, id }: JobData): Promise<void> {
  const scope = scopeOf(tenantId)
  await withTenant(app.pools, tenantId, async (db) => {
    const asked = await lockAskedLink(db, scope, id)
    if (!asked) return
    const tenant = await findActiveTenant(db, tenantId)
    const place = tenant && { app, tenant, scope }
    const letter = place && (await letterFor(db, place, asked))
    if (letter) await queueMail(db, place, { to: asked.email, ...letter })
    else await deleteLink(db, scope, id)
  })
}

async function letterFor(db: Db, place: Place, asked: Asked): Promise<Letter> {
  const user = await findUserForSignIn(
    db,
    place.scope,
    asked.email,
    place.app.env.SALESFORCE_ISSUER,
  )
  if (asked.kind === 'reset') return await resetLetter(db, place, asked, user)
  if (!user) {
    const signature = await signLink(db, place.scope, { id: asked.id, kind: 'register' })
    return registerMail(place, asked.email, signature)
  }
  await deleteLink(db, place.scope, asked.id)
  return knownAddressMail(place)
}

type User = Awaited<ReturnType<typeof findUserForSignIn>>

// Strangers and deactivated people get nothing; a link leads nowhere for whom a new password would not let in. Who
// was added by an admin and never chose a password may still do so; who came by single sign-on has none to choose.
async function resetLetter(db: Db, place: Place, { id }: Asked, user: User): Promise<Letter> {
  if (!user?.is_active) return undefined
  const isWithoutPassword = user.password_hash === null && user.is_linked
  if (isWithoutPassword || !mayUsePassword(place.tenant, user)) {
    await deleteLink(db, place.scope, id)
    return singleSignOnMail(place)
  }
  const signature = await signLink(db, place.scope, { id, kind: 'reset', userId: user.id })
  return resetMail(place, signature)
}
