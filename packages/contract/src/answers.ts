import { z } from 'zod'
import { Id, text } from './fields.ts'

/**
 * One choice. `key` is new for each answer and the same for each retry, so that a retry has no second effect.
 * `version` is the version last seen, 0 if there was none.
 */
const Choice = z.strictObject({
  key: z.uuid(),
  state: z.union([z.literal(1), z.literal(2)]),
  statement_response_id: Id.nullable(),
  /** Only for state 1, without a response, if the statement allows it. */
  not_applicable_reason: text(1, 1000).nullable().default(null),
  version: z.int32().min(0).default(0),
})

/** As pages of release 0.2 save an answer. */
export const ResponseChange = Choice.extend({ statement_id: Id })
export type ResponseChange = z.infer<typeof ResponseChange>

/** One or both choices of a statement. */
export const AnswerChange = z.strictObject({
  statement_id: Id,
  choices: z
    .array(Choice)
    .min(1)
    .max(2)
    .refine(
      ([one, other]) => one?.state !== other?.state,
      'Send at most one choice for each state',
    ),
})
export type AnswerChange = z.infer<typeof AnswerChange>

/** A response after a save. What is as its page has sent it is left out, because every answer gets two of these. */
export const BriefResponse = z.object({
  state: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Only if it isn't the one after the version that was sent. */
  version: z.int().optional(),
  statement_response_id: Id.nullable().optional(),
  not_applicable_reason: z.string().nullable().optional(),
  /** Only if it is true. */
  to_confirm: z.boolean().optional(),
  /** Only after a move to another edition. */
  statement_set_id: Id.optional(),
})

/** The progress of the statement’s element. An assessment that has moved to another edition has none. */
export const BriefProgress = z.object({
  answered: z.int(),
  /** Only if it isn't 0. */
  to_confirm: z.int().optional(),
  /** Only if it is true. */
  is_complete: z.boolean().optional(),
})

export const NoteChange = z.strictObject({
  key: z.uuid(),
  statement_id: Id,
  /** An empty text removes the note. */
  note: text(0, 2000),
  version: z.int32().min(0),
})
export type NoteChange = z.infer<typeof NoteChange>
