import { type Db, scopeOf } from '#db/scope.ts'
import type { Env } from '#core/env.ts'
import { StartError } from '#start-error.ts'
import { withPeople } from '#features/identity/with-people.ts'
import { tellOfClosing } from '#features/identity/tell-admins.ts'
import { updateTenant } from '#features/organisations/tenants/organisation-settings.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { raiseVersion, lockTenant } from '#support/tenants.queries.ts'
import { askYes } from './ask-yes.ts'
import { commandSender } from './command-sender.ts'
import { type NamedTenant, findTenant, withInstallation } from './open-installation.ts'

/** Days in which a removal can be stopped. */
const GRACE = 30
const DAY_MS = 24 * 3600 * 1000

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Suspends an organisation and says when it is deleted. */
export async function removeCommand(
  env: Env,
  label: string,
  { isSure }: { isSure: boolean },
): Promise<string> {
  return await withInstallation(env, async (pools) => {
    const tenant = await findTenant(pools, label)
    if (tenant.kind !== 'organisation')
      throw new StartError(`${tenant.name} belongs to the installation and can’t be removed.`)
    const removal_at = new Date(Date.now() + GRACE * DAY_MS).toISOString()
    const date = DATE.format(new Date(removal_at))
    if (!isSure)
      await askYes(
        `This signs out all users of ${tenant.name} (${tenant.domain}) and deletes all its data and files on ${date}.`,
        'Nothing was removed.',
      )
    await withPeople(pools, tenant.id, async (db) => {
      if (await plan(db, tenant, removal_at))
        await tellOfClosing(db, commandSender(env), tenant, 'closed')
    })
    return `${tenant.name} is closed. All its data and files are deleted on ${date}. Until then, npm run tenant -- keep ${tenant.domain} stops this.`
  })
}

/** Answers whether it was open until now. */
async function plan(db: Db, tenant: NamedTenant, removal_at: string): Promise<boolean> {
  const scope = scopeOf(tenant.id)
  const before = await lockTenant(db, scope)
  if (before.removal_at !== null)
    throw new StartError(
      `${tenant.name} is already being removed. Its data is deleted on ${DATE.format(new Date(before.removal_at))}.`,
    )
  await updateTenant(db, scope, { status: 'suspended', removal_at })
  await raiseVersion(db, [tenant.id])
  await recordEvent(db, { scope }, 'organisation.removal_planned', {
    details: { effective_on: removal_at.slice(0, 10) },
  })
  return before.status === 'active'
}

/** Stops a removal. Users can sign in again. */
export async function keepCommand(env: Env, label: string): Promise<string> {
  return await withInstallation(env, async (pools) => {
    const tenant = await findTenant(pools, label)
    await withPeople(pools, tenant.id, async (db) => {
      const scope = scopeOf(tenant.id)
      if ((await lockTenant(db, scope)).removal_at === null)
        throw new StartError(`${tenant.name} is not being removed, so nothing was changed.`)
      await updateTenant(db, scope, { status: 'active', removal_at: null })
      await raiseVersion(db, [tenant.id])
      await recordEvent(db, { scope }, 'organisation.removal_stopped')
      await tellOfClosing(db, commandSender(env), tenant, 'reopened')
    })
    return `${tenant.name} stays. Its users can sign in again.`
  })
}
