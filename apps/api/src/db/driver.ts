import { channel } from 'node:diagnostics_channel'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Db } from './scope.ts'
import type { DB } from './schema.gen.ts'

const databases = new WeakMap<pg.ClientBase, Db>()

/** The query builder of one connection. Only `withTenant` and its siblings start and end transactions. */
export function databaseOf(client: pg.ClientBase): Db {
  const known = databases.get(client)
  if (known) return known
  const database = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ConnectionDriver(client),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  databases.set(client, database)
  return database
}

class ConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(client: pg.ClientBase) {
    this.#connection = new NamedStatements(client)
  }
  async init() {}
  async acquireConnection() {
    return this.#connection
  }
  async releaseConnection() {}
  async beginTransaction() {
    throw new Error('The request already runs in a transaction. Use the request’s db.')
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async destroy() {}
}

/** Gets the text of each statement, for the listing of all queries. */
const sent = channel('waymark:query')

// Prepared statements save planning. Later texts are sent without a name, to limit what a connection keeps.
const MAX_NAMES = 500
const names = new Map<string, string>()

function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMES) return known
  const name = `wm${names.size}`
  names.set(text, name)
  return name
}

class NamedStatements implements DatabaseConnection {
  readonly #client: pg.ClientBase

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (sent.hasSubscribers) sent.publish(query.sql)
    const name = statementName(query.sql)
    const values = [...query.parameters]
    const result = await this.#client.query(
      name === undefined ? { text: query.sql, values } : { name, text: query.sql, values },
    )
    const rows = result.rows as R[]
    return result.rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(result.rowCount) }
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported. Read in pages instead.')
  }
}
