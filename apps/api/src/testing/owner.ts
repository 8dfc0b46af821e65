import pg from 'pg'
import { databaseOf } from '#db/driver.ts'

/** The database with its owner's eyes, past row security: for arranging and checking only. */
export async function openAsOwner(url: string) {
  const owner = new pg.Client({ connectionString: url, pipeline: true })
  await owner.connect()
  return { owner, db: databaseOf(owner), close: () => owner.end() }
}
