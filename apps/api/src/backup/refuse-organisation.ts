import pg from 'pg'
import { StartError } from '#core/start-error.ts'
import type { Pools } from '#db/pools.ts'
import type { OrganisationHeader } from './contents.ts'
import { type Source, openReader } from './reading.ts'

/** Refuses what another version exported, and an organisation or a label that is already here. */
export async function refuseOrganisation(
  pools: Pools,
  { migrations, waymark, tenant }: OrganisationHeader,
  domain: string,
): Promise<void> {
  const { rows: applied } = await pools.app.query<{ names: string[] }>(
    'select json_agg(name order by name) as names from migrations',
  )
  if (JSON.stringify(applied[0]?.names) !== JSON.stringify(migrations))
    throw new StartError(
      `The file is from Waymark ${waymark}, which has a different database structure. Update both installations to the same version, then export again.`,
    )
  const { rows } = await pools.app.query<{ id: number; name: string; domain: string }>(
    'select id, name, domain from tenants where id = $1 or domain = $2 order by id = $1 desc',
    [tenant.id, domain],
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

/** Refuses IDs that rows of other organisations have. Both would answer to them. */
export async function refuseKnownIds(
  source: Source,
  tenantId: number,
  ids: Record<string, Set<number>>,
): Promise<void> {
  const pool = await openReader(source)
  try {
    for (const [table, own] of Object.entries(ids)) {
      const { rows } = await pool.query<{ id: number }>(
        `select id from ${pg.escapeIdentifier(table)} where id between $1 and $2 ${table === 'tenants' ? '' : 'and tenant_id <> $3'}`,
        [lowest(own), highest(own), ...(table === 'tenants' ? [] : [tenantId])],
      )
      if (rows.some(({ id }) => own.has(id)))
        throw new StartError(
          'Other organisations in this installation already use the same IDs. Import this organisation into a new installation.',
        )
    }
  } finally {
    await pool.end()
  }
}

/** As far as one installation is likely to count (migration 0014). */
const SPAN = 100_000_000

/** Moves this installation's own count past the IDs, if it would reach them. */
export async function countPastIds(
  ownerUrl: string,
  ids: Record<string, Set<number>>,
): Promise<void> {
  const last = Math.max(...Object.values(ids).map(highest))
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
