import type { CompiledQuery } from 'kysely'
import type { Db } from './driver.ts'

type Values = Record<string, string | number | boolean | Date>
/** Stands for a value that comes later. */
export type Later<V> = <Name extends keyof V>(name: Name) => V[Name]

class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is built and compiled once and then only given its values: for large ones that most requests make,
 * whose building costs the processor as much as all else of the request.
 */
export function builtOnce<V extends Values, Row>(
  build: (db: Db, later: Later<V>) => { compile: () => CompiledQuery<Row> },
): (db: Db, values: V) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build(db, (name) => new Place(String(name)) as never).compile()
    const parameters = compiled.parameters.map((one) =>
      one instanceof Place ? values[one.name] : one,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
