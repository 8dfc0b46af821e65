import { type RawBuilder, sql } from 'kysely'

/** Levels of a scale, or the four quarters of percent: how many there are, and how many steps lead up to all. */
export type Steps = { levels: number; steps: number }

/** Of how many levels the content set has names; none are quarters. */
export function stepsOf(levels: number | undefined): Steps {
  return levels === undefined ? { levels: 4, steps: 4 } : { levels, steps: levels - 1 }
}

/** The level that a score has reached, from 0. */
export function levelOf(score: RawBuilder<unknown>, { levels, steps }: Steps): RawBuilder<number> {
  return sql`least(floor(${score} * ${steps}::int + 1e-9)::int, ${levels - 1}::int)`
}
