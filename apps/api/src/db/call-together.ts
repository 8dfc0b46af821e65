import pg from 'pg'
import type { Claims } from './pools.ts'

/** A function of the database, and what it is called with after the tenant, the session, the person and their roles. */
export type Call = {
  name: 'save_response'
  /** Of the values, in SQL. */ types: readonly string[]
  values: readonly unknown[]
}

/**
 * Calls a function that judges the session itself: entering, calling and committing are one round trip. No rows: it
 * did nothing.
 */
export type CallInSession = <Row extends pg.QueryResultRow>(
  claims: Claims,
  roles: readonly string[],
  call: Call,
) => Promise<Row[]>

type Waiting = {
  claims: Claims
  values: readonly unknown[]
  done: (rows: pg.QueryResultRow[]) => void
  failed: (error: unknown) => void
}
type Group = { tenantId: number; roles: readonly string[]; call: Call; waiting: Waiting[] }

/** Bounds what one failure makes go again, and how long the first waits for the last. */
const MOST = 16

/**
 * Calls of one organisation that wait for a connection meanwhile go together, in one statement and one commit
 * (docs/decisions/011). Each is judged by itself; when the database refuses one with an error, they go one by one.
 */
export function callTogether(pool: pg.Pool): CallInSession {
  const gathering = new Map<string, Group>()

  return (claims, roles, call) =>
    new Promise((done, failed) => {
      const { tenantId } = claims
      const one: Waiting = {
        claims,
        values: call.values,
        done: done as Waiting['done'],
        failed,
      }
      const key = `${tenantId} ${call.name}`
      const group = gathering.get(key)
      if (group && group.waiting.length < MOST) group.waiting.push(one)
      else void send(key, { tenantId, roles, call, waiting: [one] })
    })

  async function send(key: string, group: Group) {
    gathering.set(key, group)
    try {
      const client = await pool.connect()
      leave(key, group)
      try {
        await run(client, group)
      } catch (error) {
        // A connection whose state nobody knows is given up.
        client.release(!isRefusal(error))
        throw error
      }
      client.release()
    } catch (error) {
      leave(key, group)
      for (const { failed } of group.waiting) failed(error)
    }
  }

  function leave(key: string, group: Group) {
    if (gathering.get(key) === group) gathering.delete(key)
  }
}

async function run(client: pg.PoolClient, group: Group): Promise<void> {
  const rows = await ask(client, group).catch((error: unknown) => {
    if (group.waiting.length > 1 && isRefusal(error)) return undefined
    throw error
  })
  if (rows) {
    group.waiting.forEach(({ done }, index) => done(rows.filter(({ n }) => n === index + 1)))
    return
  }
  for (const one of group.waiting) {
    await run(client, { ...group, waiting: [one] }).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      one.failed(error)
    })
  }
}

// An error of the statement, not one that ends the connection: nothing of it was saved.
function isRefusal(error: unknown) {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}

async function ask(client: pg.PoolClient, { tenantId, roles, call, waiting }: Group) {
  const columns = call.types.map((_, index) => `v${index}`)
  const types = ['bigint', 'bigint', ...call.types]
  const { rows } = await client.query<pg.QueryResultRow>({
    name: call.name,
    // Taking the tenant from the setting's value makes the setting come first.
    text: `select one.n, called.*
      from (select set_config('app.tenant_id', $1, true)::bigint as tenant) bound,
        unnest(${types.map((type, index) => `$${index + 3}::${type}[]`).join(', ')})
          with ordinality as one (session, person, ${columns.join(', ')}, n),
        ${call.name}(bound.tenant, one.session, one.person, $2, ${columns.map((column) => `one.${column}`).join(', ')}) called`,
    values: [
      String(tenantId),
      roles,
      waiting.map(({ claims }) => claims.sessionId),
      waiting.map(({ claims }) => claims.userId),
      ...columns.map((_, index) => waiting.map(({ values }) => values[index])),
    ],
  })
  return rows
}
