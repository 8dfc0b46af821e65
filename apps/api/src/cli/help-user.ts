import type { UserDetails } from 'contract/users'
import { type Db, type Scope, scopeOf } from '#db/scope.ts'
import { withTenant } from '#db/pools.ts'
import type { Env } from '#core/env.ts'
import { StartError } from '#start-error.ts'
import { findUserForSignIn } from '#features/identity/accounts.queries.ts'
import { requireActive } from '#features/people/locked-users.ts'
import { resetMfa } from '#features/people/users/reset-mfa.ts'
import { sendLink } from '#features/people/users/send-password-link.ts'
import { getUserDetails } from '#features/people/users/user-record.queries.ts'
import { commandSender } from './command-sender.ts'
import { findTenant, withInstallation } from './open-installation.ts'
import { printDone } from './print-rows.ts'

type Options = { tenant: string; json: boolean }

/** Turns off a user's two-step verification and signs them out. */
export async function resetMfaCommand(env: Env, email: string, options: Options): Promise<string> {
  return await withUser(env, email, options, async (db, scope, user) => {
    const by = { ...commandSender(env), tenant: await requireActive(db, scope), scope }
    if (!(await resetMfa(db, by, user)))
      throw new StartError(`${user.email} has no two-step verification, so nothing was changed.`)
    return `Reset two-step verification of ${user.email} at ${options.tenant}. They are signed out, and an email to them is queued.`
  })
}

/** Emails a user a link to set a new password. */
export async function sendLinkCommand(env: Env, email: string, options: Options): Promise<string> {
  return await withUser(env, email, options, async (db, scope, user) => {
    await sendLink(db, commandSender(env), scope, user)
    const said = `Queued an email to ${user.email} at ${options.tenant} with a link to set a password.`
    return env.MAIL === 'off'
      ? `${said} If MAIL=off is also set for the server, the email is on hold.`
      : said
  })
}

async function withUser(
  env: Env,
  email: string,
  { tenant: label, json }: Options,
  work: (db: Db, scope: Scope, user: UserDetails) => Promise<string>,
): Promise<string> {
  return await withInstallation(env, async (pools) => {
    const { id, domain } = await findTenant(pools, label)
    return await withTenant(pools, id, async (db) => {
      const scope = scopeOf(id)
      const found = await findUserForSignIn(db, scope, email)
      if (!found)
        throw new StartError(
          `No user at ${domain} has the email address ${email}. Check the address and the organisation.`,
        )
      const user = await getUserDetails(db, scope, found.id)
      return printDone(json, await work(db, scope, user), { tenant: domain, email: user.email })
    })
  })
}
