import type { Command } from 'commander'
import { line } from 'contract/fields'
import { z } from 'zod'
import { MAINTENANCE_REASON } from '#core/maintenance.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import { withTenants } from '#db/pools.ts'
import type { Env } from '#core/env.ts'
import { readEnv } from '#read-env.ts'
import {
  endMaintenance,
  findMaintenance,
  startMaintenance,
} from '#features/insight/system/maintenance.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { platformIdOf } from '#support/every-tenant.ts'
import { readInput, withInstallation } from './open-installation.ts'
import { JSON_OPTION, printDone, timeText } from './print-rows.ts'
import type { Call } from './waymark.ts'

const Reason = z.object({ say: line(1, 300).optional() })

export function maintenanceCommand(command: Command, { variables, answer }: Call): void {
  command
    .description('show whether Waymark is closed for maintenance, or close and open it')
    .option(...JSON_OPTION)
    .action(async ({ json }: { json: boolean }) => {
      const found = await asPlatform(readEnv(variables), findMaintenance)
      const said = found
        ? `Maintenance mode has been on since ${timeText(found.since)} UTC. Message to users: ${found.reason ?? MAINTENANCE_REASON}`
        : 'Maintenance mode is off.'
      const state = { is_on: found !== undefined, since: found?.since ?? null }
      answer(printDone(json, said, { ...state, reason: found?.reason ?? null }))
    })
  command
    .command('on')
    .description('close Waymark: every address except the admin address shows a maintenance page')
    .option('--say <TEXT>', 'the text of the maintenance page (default: a standard message)')
    .option(...JSON_OPTION)
    .action(async ({ say, json }: { say?: string; json: boolean }) => {
      const { say: reason = null } = readInput(Reason, { say })
      await asPlatform(readEnv(variables), async (db, platformId) => {
        await startMaintenance(db, reason)
        const about = reason === null ? {} : { details: { reason } }
        await recordEvent(db, { scope: scopeOf(platformId) }, 'maintenance.started', about)
      })
      const said =
        'Maintenance mode is on. All running nodes close within 5 seconds. To open Waymark again: npm run maintenance -- off'
      answer(printDone(json, said, { is_on: true, reason }))
    })
  command
    .command('off')
    .description('open Waymark again')
    .option(...JSON_OPTION)
    .action(async ({ json }: { json: boolean }) => {
      const wasOn = await asPlatform(readEnv(variables), async (db, platformId) => {
        const found = await endMaintenance(db)
        if (found) await recordEvent(db, { scope: scopeOf(platformId) }, 'maintenance.ended')
        return found
      })
      const said = wasOn
        ? 'Maintenance mode is off. All nodes open within 5 seconds.'
        : 'Maintenance mode was already off.'
      answer(printDone(json, said, { is_on: false }))
    })
}

async function asPlatform<T>(
  env: Env,
  work: (db: Db, platformId: number) => Promise<T>,
): Promise<T> {
  return await withInstallation(env, async (pools) => {
    const id = await platformIdOf(pools)
    return await withTenants(pools, [id], (db) => work(db, id))
  })
}
