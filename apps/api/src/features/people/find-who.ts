import { sql } from 'kysely'
import type { Db } from '#db/driver.ts'
import { likePart } from '#db/like-part.ts'

/** Who is meant: these people, in the order of their names, or of so many the part that they have in name or address. */
export type Who = { ids: number[] } | { part: string }

/** Finds the people in view whose name or address has a part, if they are no more than so many. */
export async function findWho(
  db: Db,
  text: string | undefined,
  most: number,
): Promise<Who | undefined> {
  if (text === undefined) return undefined
  const { rows } = await sql<{ ids: number[] | null }>`
    select find_bearers(${text}, ${most}) as ids`.execute(db)
  const ids = rows[0]?.ids
  return ids ? { ids } : { part: likePart(text) }
}
