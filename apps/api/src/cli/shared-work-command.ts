import { Argument, type Command } from 'commander'
import { sql } from 'kysely'
import { formatList } from 'rules/plural'
import { type Db, type PlatformScope, scopeOf } from '#db/scope.ts'
import { StartError } from '#start-error.ts'
import { inScope } from '#db/in-scope.ts'
import { withTenants } from '#db/pools.ts'
import { readEnv } from '#read-env.ts'
import { endForwarding } from '#features/insight/audit/forwarding/forwarding.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { inEveryTenant } from '#support/every-tenant.ts'
import { SHARED_WORK, type SharedWork } from '#support/shared-work.ts'
import { getPlatformId } from '#support/tenants.queries.ts'
import { askYes } from './ask-yes.ts'
import { withInstallation } from './open-installation.ts'
import { type Column, JSON_OPTION, printDone, printRows } from './print-rows.ts'
import type { Call } from './waymark.ts'
import { listStarted } from '#support/shared-work.queries.ts'

const WARNING: Record<SharedWork, string> = {
  forwarding:
    'This ends the forwarding of the audit log. Events that are still waiting are never forwarded.',
  backup: 'This ends the scheduled backups.',
  scanner:
    'This ends virus checks. Files that are waiting for a check can then be opened without one.',
}

export function sharedWorkCommand(command: Command, { variables, answer }: Call): void {
  const settings = new Intl.ListFormat('en-GB').format(Object.values(SHARED_WORK))
  command
    .description('show which work is on for all nodes, or end it')
    .addHelpText(
      'after',
      `\nWork starts when a node has its setting: ${settings}. Remove the setting from every node before you end the work.`,
    )
    .option(...JSON_OPTION)
    .action(async ({ json }: { json: boolean }) => {
      const works = await withInstallation(readEnv(variables), (pools) =>
        withTenants(pools, [], listStarted),
      )
      const rows = Object.entries(works).map(([work, is_on]) => ({ work, is_on }))
      answer(printRows(rows, { isJson: json, columns: COLUMNS, none: '' }))
    })
  command
    .command('end')
    .description('end one kind of work for all nodes')
    .addArgument(new Argument('<WORK>').choices(Object.keys(SHARED_WORK)))
    .option('--yes', 'don’t ask for confirmation')
    .option(...JSON_OPTION)
    .action(async (work: SharedWork, _: object, end: Command) => {
      // The command that lists has --json too, and takes it.
      const { yes, json } = end.optsWithGlobals<{ yes?: boolean; json: boolean }>()
      const env = readEnv(variables)
      if (!yes) await askYes(WARNING[work], 'Nothing was changed.')
      await withInstallation(env, (pools) =>
        inEveryTenant(pools, (db, scope) => endWork(db, scope, work)),
      )
      answer(
        printDone(json, `The work “${work}” is now off for all nodes.`, { work, is_on: false }),
      )
    })
}

const COLUMNS: Column<{ work: string; is_on: boolean }>[] = [
  ['work', ({ work }) => work],
  ['state', ({ is_on }) => (is_on ? 'on' : 'off')],
]

async function endWork(db: Db, scope: PlatformScope, work: SharedWork): Promise<void> {
  const setting = SHARED_WORK[work]
  if (!(await listStarted(db))[work])
    throw new StartError(`The work “${work}” is already off, so nothing was changed.`)
  const { rows } = await sql<{ name: string }>`
    select name from nodes where settings ? ${setting} and seen_at > now() - interval '1 minute' order by name`.execute(
    db,
  )
  if (rows.length > 0)
    throw new StartError(
      `${setting} is still set on ${formatList(rows.map(({ name }) => name))}. Remove it from every node, restart them, and try again.`,
    )
  await ENDS[work](db, scope)
  const platform = scopeOf(await getPlatformId(db))
  await recordEvent(db, { scope: platform }, 'shared_work.ended', { details: { work } })
}

const ENDS: Record<SharedWork, (db: Db, scope: PlatformScope) => Promise<void>> = {
  forwarding: endForwarding,
  backup: async (db) => {
    await sql`delete from pgboss.schedule where name = 'backup'`.execute(db)
  },
  scanner: async (db, scope) => {
    await db.deleteFrom('virus_scanning').execute()
    await db
      .updateTable('attachments')
      .set({ status: 'clean' })
      .where(inScope('tenant_id', scope))
      .where('status', '=', 'scanning')
      .execute()
  },
}
