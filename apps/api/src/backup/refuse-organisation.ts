import { sql } from 'kysely'
import pg from 'pg'
import { StartError } from '#start-error.ts'
import { type Pools, withTenants } from '#db/pools.ts'
import type { OrganisationHeader } from './contents.ts'
import { rowsOf } from './reading.ts'

/** Refuses what another version exported, and an organisation or a label that is already here. */
export async function refuseOrganisation(
  pools: Pools,
  { migrations, waymark, tenant }: OrganisationHeader,
  domain: string,
): Promise<void> {
  const { applied, rows } = await withTenants(pools, [], async (db) => ({
    applied: await sql<{ name: string }>`select name from migrations order by name`.execute(db),
    rows: await db
      .selectFrom('tenants')
      .select(['id', 'name', 'domain'])
      .where((eb) => eb.or([eb('id', '=', tenant.id), eb('domain', '=', domain)]))
      .orderBy((eb) => eb('id', '=', tenant.id), 'desc')
      .execute(),
  }))
  if (JSON.stringify(applied.rows.map(({ name }) => name)) !== JSON.stringify(migrations))
    throw new StartError(
      `The file is from Waymark ${waymark}, which has a different database structure. Update both installations to the same version, then export again.`,
    )
  const [there] = rows
  if (there?.id === tenant.id)
    throw new StartError(
      `${there.name} (${there.domain}) already has this organisation’s ID. Nothing was imported. Import the organisation into another installation.`,
    )
  if (there)
    throw new StartError(
      `${there.name} already uses the label ${domain}, so nothing was imported. Use --label to choose another label.`,
    )
}

type Ids = ReadonlyMap<string, Set<number>>

/** Of the archive, and the tables of this installation where others may have the same. */
type Known = { tenantId: number; ids: Ids; withIds: readonly string[] }

/** Refuses IDs that rows of other organisations have, in any table. Both would answer to them. */
export async function refuseKnownIds(
  client: pg.ClientBase,
  { tenantId, ids, withIds }: Known,
): Promise<void> {
  const own = new Set([...ids.values()].flatMap((some) => [...some]))
  for (const table of withIds) {
    const others = await rowsOf<{ id: number }>(
      client,
      `select id from ${pg.escapeIdentifier(table)} where id between $1 and $2 and ${isOfAnother(table, '$3')}`,
      [lowest(own), highest(own), tenantId],
    )
    if (others.some(({ id }) => own.has(id)))
      throw new StartError(
        'Other organisations in this installation already use IDs of the file, so nothing was imported. Import the file into a new installation.',
      )
  }
}

/** Refuses to name rows of other organisations as authors or templates. */
export async function refuseNamed(
  client: pg.ClientBase,
  { tenantId, ids, withIds }: Known,
  named: ReadonlySet<number>,
): Promise<void> {
  const foreign = [...named].filter((id) => ![...ids.values()].some((own) => own.has(id)))
  for (const table of withIds) {
    const found = await rowsOf(
      client,
      `select from ${pg.escapeIdentifier(table)} where id = any($1) and ${isOfAnother(table, '$2')} limit 1`,
      [foreign, tenantId],
    )
    if (found.length > 0)
      throw new StartError(
        `The file refers to ${table.replaceAll('_', ' ')} of other organisations here, as authors or templates, so nothing was imported. If you trust the other installation, export there again with --sign, then import with --trust.`,
      )
  }
}

function isOfAnother(table: string, own: '$2' | '$3'): string {
  return `${table === 'tenants' ? 'id' : 'tenant_id'} <> ${own}`
}

/** As far as one installation is likely to count (migration 0014). */
const SPAN = 100_000_000

/** Moves this installation's own count past the IDs, if it would reach them. */
export async function countPastIds(ownerUrl: string, ids: Ids): Promise<void> {
  const last = Math.max(...[...ids.values()].map(highest))
  const client = new pg.Client(ownerUrl)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(
      `select setval('ids', $1::bigint) from ids where last_value < $1::bigint and $1::bigint - last_value < $2`,
      [last, SPAN],
    )
  } finally {
    await client.end()
  }
}

function highest(ids: Set<number>): number {
  let most = 0
  for (const id of ids) most = Math.max(most, id)
  return most
}

function lowest(ids: Set<number>): number {
  let least = Infinity
  for (const id of ids) least = Math.min(least, id)
  return least
}
