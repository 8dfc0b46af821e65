import pg from 'pg'
import { databaseOf } from '#db/driver.ts'

/** The database as its owner, without row-level security: for fixtures and checks only. */
export async function openAsOwner(url: string) {
  const owner = new pg.Client({ connectionString: url, pipeline: true })
  await owner.connect()
  return { owner, db: databaseOf(owner), close: () => owner.end() }
}
