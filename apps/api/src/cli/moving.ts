import { haveEarlierEnded } from '#db/earlier-transactions.ts'
import { type Pools, withTenants } from '#db/pools.ts'
import { scopeOf } from '#db/scope.ts'
import { StartError } from '#start-error.ts'
import { updateTenant } from '#features/organisations/tenants/organisation-settings.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { lockTenant, raiseVersion } from '#support/tenants.queries.ts'
import { askYes } from './ask-yes.ts'
import type { NamedTenant } from './open-installation.ts'

/**
 * Exports an organisation that moves. From now on it can be read but not changed, and everything that was acknowledged
 * before is committed when `work` starts. If it fails, the organisation doesn't move.
 */
export async function asMoving<T>(
  pools: Pools,
  tenant: NamedTenant,
  work: () => Promise<T>,
): Promise<T> {
  // An export can be repeated.
  if (tenant.isMoving) return await work()
  await startMoving(pools, tenant)
  try {
    // A transaction that started before doesn't know that the organisation moves, and may still save.
    if (!(await haveEarlierEnded(pools)))
      throw new StartError(
        'Earlier requests are still running, so nothing was exported. Try again.',
      )
    return await work()
  } catch (error) {
    await endMoving(pools, tenant.id)
    throw error
  }
}

async function startMoving(pools: Pools, { id, name }: NamedTenant): Promise<void> {
  const scope = scopeOf(id)
  await withTenants(pools, [id], async (db) => {
    if ((await lockTenant(db, scope)).status !== 'active')
      throw new StartError(
        `${name} is suspended, so nothing can be saved in it. Export it without --move.`,
      )
    // Its log moves with it.
    await recordEvent(db, { scope }, 'organisation.move_started')
    await updateTenant(db, scope, { status: 'suspended', moving_at: new Date().toISOString() })
    await raiseVersion(db, [id])
  })
}

async function endMoving(pools: Pools, id: number): Promise<void> {
  // In no organisation's transaction, because that would be read-only.
  await withTenants(pools, [], async (db) => {
    await updateTenant(db, scopeOf(id), { status: 'active', moving_at: null })
    await raiseVersion(db, [id])
  })
  await withTenants(pools, [id], (db) =>
    recordEvent(db, { scope: scopeOf(id) }, 'organisation.move_stopped'),
  )
}

/** Opens an organisation here again, from which it didn't move after all. */
export async function keepMoving(
  pools: Pools,
  { id, name, domain }: NamedTenant,
  isSure: boolean,
): Promise<string> {
  if (!isSure)
    await askYes(
      `This opens ${name} (${domain}) here again. If another installation also has this organisation, close it there first. Changes that users save there are not copied here.`,
      'Nothing was changed.',
    )
  await endMoving(pools, id)
  return `${name} is no longer moving. Its users can save again.`
}

/** Deletes what is left of an organisation here after its move, at the next hourly sweep and without telling anyone. */
export async function removeMoved(
  pools: Pools,
  { id, name, domain }: NamedTenant,
  isSure: boolean,
): Promise<{ said: string; removal_at: string }> {
  if (!isSure)
    await askYes(
      `This deletes all data and files of ${name} (${domain}) here within the hour. Continue only if another installation has this organisation.`,
      'Nothing was removed.',
    )
  const removal_at = new Date().toISOString()
  await withTenants(pools, [], async (db) => {
    await updateTenant(db, scopeOf(id), { removal_at, moving_at: null })
    await raiseVersion(db, [id])
  })
  return { said: `All data and files of ${name} are deleted here within the hour.`, removal_at }
}
