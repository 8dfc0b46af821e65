import pg from 'pg'
import type { Claims } from './pools.ts'

/** A function of the database, and what it is called with after the tenant, the session, the person and their roles. */
export type Call = {
  name: 'save_responses' | 'complete_element' | 'own_standing' | 'own_overview' | 'own_assessment'
  /** Of the values, in SQL. */ types: readonly string[]
  /** It takes an array of each value and judges a whole group at once, `n` telling whose a row is. */ isOfMany?: true
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
/** The calls of one organisation that are not sent yet, and how many groups of them are. */
type Line = Group & { underWay: number }

/** Bounds what one failure makes go again, and how long the first waits for the last. */
const MOST = 16
/** So many need not wait for the group before them: one is worked at while the other is written to the disk. */
const ENOUGH = 4

/**
 * Calls of one organisation are sent one group at a time: those that come meanwhile go together, in one statement and
 * one commit (docs/decisions/011). Each is judged by itself; when the database refuses one with an error, they go one
 * by one.
 */
export function callTogether(pool: pg.Pool): CallInSession {
  const lines = new Map<string, Line>()

  return (claims, roles, call) =>
    new Promise((done, failed) => {
      const key = `${claims.tenantId} ${call.name}`
      const line = lines.get(key) ?? {
        tenantId: claims.tenantId,
        roles,
        call,
        waiting: [],
        underWay: 0,
      }
      lines.set(key, line)
      line.waiting.push({ claims, values: call.values, done: done as Waiting['done'], failed })
      goOn(key, line)
    })

  function goOn(key: string, line: Line) {
    const { underWay, waiting } = line
    const isTurn = underWay === 0 ? waiting.length > 0 : waiting.length >= ENOUGH
    if (isTurn && underWay < 2) void send(key, line)
    else if (underWay === 0) lines.delete(key)
  }

  async function send(key: string, line: Line) {
    line.underWay += 1
    let group: Group | undefined
    try {
      const client = await pool.connect()
      // Only now: what came while all connections were taken goes with it.
      group = { ...line, waiting: line.waiting.splice(0, MOST) }
      try {
        if (group.waiting.length > 0) await run(client, group)
      } catch (error) {
        // A connection whose state nobody knows is given up.
        client.release(!isRefusal(error))
        throw error
      }
      client.release()
    } catch (error) {
      for (const { failed } of group?.waiting ?? line.waiting.splice(0, MOST)) failed(error)
    }
    line.underWay -= 1
    goOn(key, line)
  }
}

/** The same for what only reads: nobody waits for anybody. */
export function callAlone(pool: pg.Pool): CallInSession {
  return async (claims, roles, call) => {
    const waiting = [{ claims, values: call.values }]
    const rows = await ask(pool, { tenantId: claims.tenantId, roles, call, waiting })
    return rows as never
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

type Asked = Omit<Group, 'waiting'> & { waiting: Pick<Waiting, 'claims' | 'values'>[] }

async function ask(
  client: pg.PoolClient | pg.Pool,
  { tenantId, roles, call, waiting }: Asked,
): Promise<pg.QueryResultRow[]> {
  const { rows } = await client.query<pg.QueryResultRow>({
    name: call.name,
    // Taking the tenant from the setting's value makes the setting come first.
    text: `select ${call.isOfMany ? '' : 'one.n, '}called.*
      from (select set_config('app.tenant_id', $1, true)::bigint as tenant) bound, ${call.isOfMany ? ofMany(call) : ofEach(call)} called`,
    values: [
      String(tenantId),
      roles,
      waiting.map(({ claims }) => claims.sessionId),
      waiting.map(({ claims }) => claims.userId),
      ...call.types.map((_, index) => waiting.map(({ values }) => values[index])),
    ],
  })
  return rows
}

function ofMany({ name, types }: Call) {
  return `${name}(bound.tenant, $2, ${arraysOf(types)})`
}

function ofEach({ name, types }: Call) {
  const columns = types.map((_, index) => `v${index}`)
  return `unnest(${arraysOf(types)}) with ordinality as one (session, person, ${columns.join(', ')}, n),
    ${name}(bound.tenant, one.session, one.person, $2, ${columns.map((column) => `one.${column}`).join(', ')})`
}

function arraysOf(types: readonly string[]) {
  return ['bigint', 'bigint', ...types].map((type, index) => `$${index + 3}::${type}[]`).join(', ')
}
