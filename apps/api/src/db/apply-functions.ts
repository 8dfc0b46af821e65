import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { StartError, reasonOf } from '#core/start-error.ts'

const FOLDER = resolve(import.meta.dirname, 'functions')

/**
 * Creates the functions whose text has changed. Runs as the owner, after the migrations. A function without a file
 * stays until a migration drops it, because older nodes may call it.
 */
export async function applyFunctions(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists functions (name text primary key, checksum text not null)',
  )
  const { rows } = await client.query<{ name: string; checksum: string }>('select * from functions')
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const changed = (await readFunctions()).filter(
    ({ name, checksum }) => applied.get(name) !== checksum,
  )
  if (changed.length === 0) return
  await client.query('begin')
  // Functions may call each other.
  await client.query('set local check_function_bodies = off')
  for (const { name, text, checksum } of changed) {
    await client.query(text).catch(async (error: unknown) => {
      await client.query('rollback')
      throw new StartError(`Function ${name} failed and was undone: ${reasonOf(error)}`)
    })
    await client.query(
      'insert into functions values ($1, $2) on conflict (name) do update set checksum = excluded.checksum',
      [name, checksum],
    )
  }
  await client.query('commit')
}

async function readFunctions() {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort()
  return await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(FOLDER, file), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { name: file.slice(0, -'.sql'.length), text, checksum }
    }),
  )
}
