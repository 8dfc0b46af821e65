import { type RawBuilder, sql } from 'kysely'

/** Assessments untouched for this long are stalled. */
export const STALLED_AFTER = '30 days'

/** The number of levels, and the steps between the lowest and the full score. */
export type Steps = { levels: number; steps: number }

/** Without named levels, percent are counted by quarters. */
export function stepsOf(levels: number | undefined): Steps {
  return levels === undefined ? { levels: 4, steps: 4 } : { levels, steps: levels - 1 }
}

/** The level that a score has reached, from 0. */
export function levelOf(score: RawBuilder<unknown>, { levels, steps }: Steps): RawBuilder<number> {
  return sql`least(floor(${score} * ${steps}::int + 1e-9)::int, ${levels - 1}::int)`
}
