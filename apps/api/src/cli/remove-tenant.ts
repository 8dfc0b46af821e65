import { type Db, scopeOf } from '#db/scope.ts'
import type { Env } from '#core/env.ts'
import { StartError } from '#start-error.ts'
import { withPeople } from '#features/identity/with-people.ts'
import { tellOfClosing } from '#features/identity/tell-admins.ts'
import { changeStatus } from '#features/organisations/tenants/change-status.ts'
import { updateTenant } from '#features/organisations/tenants/organisation-settings.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { raiseVersion, lockTenant } from '#support/tenants.queries.ts'
import { askYes } from './ask-yes.ts'
import { commandSender } from './command-sender.ts'
import { keepMoving, removeMoved } from './moving.ts'
import { type NamedTenant, findTenant, withInstallation } from './open-installation.ts'
import { printDone } from './print-rows.ts'

/** Days in which a removal can be stopped. */
const GRACE = 30
const DAY_MS = 24 * 3600 * 1000

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

type Removal = { isSure: boolean; json: boolean }

/** Suspends an organisation and says when it is deleted. */
export async function removeCommand(
  env: Env,
  wanted: string,
  { isSure, json }: Removal,
): Promise<string> {
  return await withInstallation(env, async (pools) => {
    const tenant = await findTenant(pools, wanted)
    if (tenant.kind !== 'organisation')
      throw new StartError(`${tenant.name} belongs to the installation and can’t be removed.`)
    const { domain: label } = tenant
    if (tenant.isMoving) {
      const { said, removal_at } = await removeMoved(pools, tenant, isSure)
      return printDone(json, said, { label, removal_at })
    }
    const removal_at = new Date(Date.now() + GRACE * DAY_MS).toISOString()
    const date = DATE.format(new Date(removal_at))
    if (!isSure)
      await askYes(
        `This closes ${tenant.name} (${tenant.domain}) now: its users are signed out and can’t sign in. All its data and files are deleted on ${date}.`,
        'Nothing was removed.',
      )
    await withPeople(pools, tenant.id, async (db) => {
      if (await plan(db, tenant, removal_at))
        await tellOfClosing(db, commandSender(env), tenant, 'closed')
    })
    const said = `${tenant.name} is closed. All its data and files are deleted on ${date}. To stop this before then, run npm run tenant -- keep ${label}.`
    return printDone(json, said, { label, removal_at })
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
export async function keepCommand(
  env: Env,
  label: string,
  { isSure, json }: Removal,
): Promise<string> {
  return await withInstallation(env, async (pools) => {
    const tenant = await findTenant(pools, label)
    const done = { label: tenant.domain, status: 'active' }
    if (tenant.isMoving) return printDone(json, await keepMoving(pools, tenant, isSure), done)
    await withPeople(pools, tenant.id, async (db) => {
      const scope = scopeOf(tenant.id)
      if ((await lockTenant(db, scope)).removal_at === null)
        throw new StartError(`${tenant.name} is not being removed, so nothing was changed.`)
      await changeStatus(db, commandSender(env), scope, false)
    })
    return printDone(
      json,
      `${tenant.name} is no longer being removed. Its users can sign in again.`,
      done,
    )
  })
}
