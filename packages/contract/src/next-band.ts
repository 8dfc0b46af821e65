import { z } from 'zod'
import { Id } from './fields.ts'

/** Why a band isn't reached. Statements have the least effort first; long lists are cut, `statement_count` counts all. */
export const MissingForBand = z.object({
  /** Percent that the whole score needs; null if it has enough. */
  overall: z.number().nullable(),
  /** Elements whose score is too low, with the percent each needs. */
  elements: z.array(z.object({ id: Id, needed: z.number() })),
  /** Elements below the element band that each needs, with their own. */
  element_bands: z.array(z.object({ id: Id, reached: z.string().nullable() })),
  /** With the lowest response that is enough. */
  statements: z.array(
    z.object({ id: Id, element_id: Id, response_id: Id.nullable(), effort: z.int() }),
  ),
  statement_count: z.int(),
})
export type MissingForBand = z.infer<typeof MissingForBand>

/** The band after the reached one, and what it asks for. */
export const NextBand = z.object({
  band: z.string(),
  min_overall: z.number(),
  min_element: z.number(),
  /** What each statement must reach, in percent: all of them, key ones, or those up to the level of that label. */
  min_statement: z.number().optional(),
  of_key: z.literal(true).optional(),
  of_level: z.string().optional(),
  min_element_band: z.string().optional(),
  /** It asks for statements above the chosen level, so it can't be reached. */
  is_above_scope: z.literal(true).optional(),
  /** Missing where a band asks for scores alone. */
  missing: MissingForBand.optional(),
})
export type NextBand = z.infer<typeof NextBand>

/** Also of a band that asks for scores alone. */
export const NextWithMissing = NextBand.required({ missing: true })

/** The reached band, and what is missing for the next one, also if it asks for scores alone. */
export const Verdict = z.object({
  band: z.string().nullable(),
  /** The whole score. */
  score: z.number().nullable(),
  next: NextWithMissing.nullable(),
})
export type Verdict = z.infer<typeof Verdict>
