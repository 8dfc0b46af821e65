import { z } from 'zod'
import { CONTENT_LIMITS } from './content-limits.ts'
import { line } from './fields.ts'

const Key = line(1, CONTENT_LIMITS.key)

/** What is chosen of a set with levels or profiles. Null: all. */
export const ScopeChoice = z.strictObject({
  /** Statements of this level and of those below it. */
  level: Key.nullable(),
  profiles: z.array(Key).max(CONTENT_LIMITS.groups).nullable(),
})

/** By which statements can be listed. */
export const Tags = z.array(z.object({ key: z.string(), label: z.string() }))

/** At the start. What is left out stays as it was last year; then everything is asked. */
export const FirstScope = {
  level: Key.nullish(),
  profiles: z.array(Key).max(CONTENT_LIMITS.groups).nullish(),
}

const Group = z.object({ key: z.string(), label: z.string(), description: z.string().nullable() })

/** What a set lets one choose, with the present choice: before the start last year’s. */
export const AssessmentScope = z.object({
  chosen: ScopeChoice,
  /** The labels of the choice. Empty for the whole set. */
  text: z.string(),
  /** Whether an owner or contributor may change it now. */
  can_change: z.boolean(),
  /** A ladder, lowest first. */
  levels: z.array(Group),
  profiles: z.array(Group),
  /** Statements that the same choices ask, to count what a choice asks. */
  parts: z.array(
    z.object({
      level_key: z.string().nullable(),
      profile_keys: z.array(z.string()).nullable(),
      statements: z.int(),
      answered: z.int(),
    }),
  ),
})
export type AssessmentScope = z.infer<typeof AssessmentScope>
