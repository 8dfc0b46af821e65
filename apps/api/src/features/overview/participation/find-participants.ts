import type { AssessmentStatus } from 'contract/assessments'
import type { AssessmentType } from 'contract/fields'
import { sql } from 'kysely'
import type { Db } from '#db/driver.ts'
import type { Steps } from './level-of.ts'

/** What lines are asked for; `find_lines` reads it. */
export type Wish = {
  /** The only one of those in view that is asked for. */
  organisation?: number | undefined
  /** Those in which nothing is or was there to begin, where nobody has not begun. */
  closed: readonly number[]
  /** A part of the name or the e-mail. */
  part?: string | undefined
  year: number
  /** Whoever came later had nothing to begin in it. */
  is_past: boolean
  is_of_every_year: boolean
  type?: AssessmentType | undefined
  /** The content sets that have the title. */
  sets?: readonly number[] | undefined
  /** All that are begun when left out. */
  statuses?: readonly AssessmentStatus[] | undefined
  has_not_begun: boolean
  is_stalled: boolean
  /** Whose certificate ends, at this moment. */
  ending?: 'expiring' | 'expired' | undefined
  now: Date
  level?: (Steps & { at: number | 'any' }) | undefined
}

/** What of the list is shown, and in which order. */
export type Part = { sort: string; skip: number; most: number }

/** A line of the list: what somebody has begun, or that they have not. */
export type Key = { tenantId: number; personId: number; assessmentId: number | null }

type Head = { total: number; counted_to: number }
type Row = { tenant_id: number; user_id: number; assessment_id: number | null }

/**
 * The lines of a page, in its order (decision 053); `total` is one more than the most that are counted, when there are
 * more.
 */
export async function findParticipants(
  db: Db,
  wish: Wish,
  part: Part,
): Promise<{ total: number; mostCounted: number; keys: Key[] }> {
  const { rows } = await sql<Head & Row>`
    select * from find_lines(${JSON.stringify({ ...wish, ...part })}::jsonb)`.execute(db)
  const [head, ...found] = rows
  return {
    total: head?.total ?? 0,
    mostCounted: head?.counted_to ?? 0,
    keys: found.map(keyOf),
  }
}

function keyOf(row: Row): Key {
  return { tenantId: row.tenant_id, personId: row.user_id, assessmentId: row.assessment_id }
}
