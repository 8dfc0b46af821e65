import { sql } from 'kysely'
import pg from 'pg'
import type { App } from '#core/context.ts'
import { scopeOf } from '#db/scope.ts'
import { BACKUP_LOCK } from '#db/backup-lock.ts'
import { withTenants } from '#db/pools.ts'
import { roleName } from '#db/roles.ts'
import { folderOf } from '#features/assessments/stored-pieces.ts'
import { inEveryTenant, platformIdOf } from '#support/every-tenant.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { readColumns } from './reading.ts'
import { sortTables } from './sort-tables.ts'

type Due = { id: number; name: string; domain: string }

/** Deletes the organisations whose removal is due, with all their rows and files. Nodes do it in turn. */
export async function removeOrganisations(app: App, ownerUrl: string): Promise<void> {
  const { rows } = await app.pools.app.query<Due>(
    'select id, name, domain from tenants where removal_at <= now() order by removal_at',
  )
  for (const due of rows) await removeOrganisation(app, ownerUrl, due)
}

async function removeOrganisation(app: App, ownerUrl: string, due: Due) {
  await forgetElsewhere(app, due.id)
  const client = new pg.Client(ownerUrl)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    // Policies let the owner delete rows of due organisations only. A superuser's login would pass by them.
    await client.query(`set local role ${roleName(app.env.DATABASE_ROLE_PREFIX, 'owner')}`)
    if (!(await isStillDue(client, due.id)) || !(await isWithoutBackup(client))) return
    await removeFiles(app, client, due.id)
    const tables = await sortTables(client, await readColumns(client, []))
    for (const [table, columns] of tables.toReversed())
      if (columns.includes('tenant_id'))
        await client.query(`delete from ${pg.escapeIdentifier(table)} where tenant_id = $1`, [
          due.id,
        ])
    await client.query('delete from tenants where id = $1', [due.id])
    await client.query('commit')
  } finally {
    await client.end()
  }
  await record(app, due)
}

/** Rows of other organisations that refer to this one. */
async function forgetElsewhere({ pools }: App, id: number) {
  await inEveryTenant(pools, async (db) => {
    await sql`update sso_connections set people_tenant_id = null where people_tenant_id = ${id}`.execute(
      db,
    )
    await sql`delete from handovers where target_tenant_id = ${id}`.execute(db)
  })
}

/** Locks the organisation, so that one node removes it and no one stops the removal halfway. */
async function isStillDue(client: pg.Client, id: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from tenants where id = $1 and removal_at <= now() for update skip locked',
    [id],
  )
  return rowCount === 1
}

/** A running backup still refers to the files. */
async function isWithoutBackup(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isFree: boolean }>(
    'select pg_try_advisory_xact_lock_shared($1) as "isFree"',
    [BACKUP_LOCK],
  )
  return rows[0]?.isFree ?? false
}

/** Before the rows, so that the next attempt still finds what is left. */
async function removeFiles({ adapters }: App, client: pg.Client, id: number) {
  const { rows } = await client.query<{ file_id: string }>(
    'select id as file_id from stored_files where tenant_id = $1',
    [id],
  )
  for (const { file_id } of rows)
    await adapters.files.removeFolder(folderOf({ tenant_id: id, file_id }))
}

/** At the platform, because the organisation's own log is deleted. */
async function record({ pools }: App, { id, name, domain }: Due) {
  const platform = await platformIdOf(pools)
  await withTenants(pools, [platform], (db) =>
    recordEvent(db, { scope: scopeOf(platform) }, 'organisation.removed', {
      subject: `organisation ${id}`,
      details: { name, domain },
    }),
  )
}
