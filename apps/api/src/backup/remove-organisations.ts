import { sql } from 'kysely'
import pg from 'pg'
import type { App } from '#core/context.ts'
import { type Db, platformScopeOf, scopeOf } from '#db/scope.ts'
import { BACKUP_LOCK } from '#db/backup-lock.ts'
import { withTenants } from '#db/pools.ts'
import { roleName } from '#db/roles.ts'
import { folderOf } from '#features/assessments/stored-pieces.ts'
import { listAllConnections, updateConnection } from '#features/identity/sso/connections.queries.ts'
import {
  deleteIdentitiesOf,
  endSignInsOf,
  revokeSessionsOf,
} from '#features/identity/sso/end-connection.queries.ts'
import { withPeople } from '#features/identity/with-people.ts'
import { tellOfConnection } from '#features/identity/tell-admins.ts'
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
  await forgetElsewhere(app, due)
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

/** What other organisations have of this one. */
async function forgetElsewhere(app: App, due: Due) {
  await withPeople(app.pools, due.id, async (db) => {
    for (const { id, people_tenant_id } of await listAllConnections(db, scopeOf(due.id)))
      if (people_tenant_id !== null) {
        const people = platformScopeOf([people_tenant_id])
        await endSignInsOf(db, people, id)
        await deleteIdentitiesOf(db, people, id)
        await revokeSessionsOf(db, people, id)
      }
  })
  await inEveryTenant(app.pools, async (db) => {
    await sql`delete from handovers where target_tenant_id = ${due.id}`.execute(db)
    await turnOffLedTo(db, app, due)
  })
}

/** Otherwise connections for its users would sign them in at the organisations that have the connections. */
async function turnOffLedTo(db: Db, app: App, { id, name }: Due) {
  const { rows } = await sql<{ tenant_id: number; id: number; domain: string; is_active: boolean }>`
    select tenant_id, id, domain, is_active from sso_connections where people_tenant_id = ${id}`.execute(
    db,
  )
  for (const { tenant_id, domain, ...one } of rows) {
    const scope = scopeOf(tenant_id)
    const change = { people_tenant_id: null, is_active: false }
    await endSignInsOf(db, platformScopeOf([tenant_id, id]), one.id)
    await updateConnection(db, scope, { id: one.id }, change)
    const about = { subject: `connection ${one.id}`, details: { domain, name } }
    await recordEvent(db, { scope }, 'sso.turned_off', about)
    const done = `removed ${name} and turned off`
    const told = { done, domain, people: tenant_id, former: id, isOff: true }
    const by = { app, actor: { id: 0, name: 'Waymark' } }
    if (one.is_active) await tellOfConnection(db, by, tenant_id, told, [tenant_id])
  }
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
