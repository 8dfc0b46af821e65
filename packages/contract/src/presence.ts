import { z } from 'zod'
import { Note, SavedResponse } from './assessments.ts'
import { ASSESSMENT_STATUSES } from './enumerations.ts'
import { endpoint } from './endpoint.ts'
import { ById, Id, IdText, Timestamp, oneLine } from './fields.ts'
import { Person } from './shared-assessments.ts'

/** Someone else who has the assessment open. */
export const Present = Person.extend({ element_id: Id, statement_id: Id.nullable() })
export type Present = z.infer<typeof Present>

/** What a page of an element shows and others can change without an answer. */
export const Standing = z.object({
  owner_id: Id,
  status: z.enum(ASSESSMENT_STATUSES),
  is_complete: z.boolean(),
  assignment: z
    .object({ person_id: Id.nullable(), is_done: z.boolean(), is_returned: z.boolean() })
    .nullable(),
})
export type Standing = z.infer<typeof Standing>

export const Shown = z.object({
  /** Send it with the next request as `seen`. What follows its second hyphen is the tag of the notifications. */
  tag: z.string(),
  people: z.array(Present),
  standing: Standing,
  /** Of the open element. Empty if they are as the tag said. */
  responses: z.array(SavedResponse),
  notes: z.array(Note),
})
export type Shown = z.infer<typeof Shown>

/** What others have changed since the caller's visit before this one. */
export const Changes = z.object({
  /** The end of that visit. Null on the first one, which has no changes. */
  since: Timestamp.nullable(),
  /** Each statement once. */
  statements: z.array(z.object({ statement_id: Id, element_id: Id })),
})
export type Changes = z.infer<typeof Changes>

/** An answer before or after a change. All null: none was chosen. */
const Side = z.object({
  label: z.string().nullable(),
  reason: z.string().nullable(),
})

export const StatementChange = z.object({
  state: z.union([z.literal(1), z.literal(2)]),
  version: z.int(),
  by: Person,
  at: Timestamp,
  before: Side,
  after: Side.extend({
    /** In the assessment's edition. Null also if the edition doesn't have it any more. */
    statement_response_id: Id.nullable(),
  }),
})
export type StatementChange = z.infer<typeof StatementChange>

const NoteChanged = z.object({ by: Person, at: Timestamp })
export type NoteChanged = z.infer<typeof NoteChanged>

/** What people of a shared assessment see of each other. */
export const presence = {
  share: endpoint({
    method: 'PUT',
    path: '/assessments/:id/presence',
    access: 'access-to-private-area',
    gathers: true,
    summary:
      'Share your place in a shared assessment, and get the others’ places and what they saved. The response is empty if nothing has changed since the last response',
    params: ById,
    body: z.strictObject({
      element_id: Id,
      statement_id: Id.nullable(),
      /** The tag of the last answer. */
      seen: oneLine().max(100).optional(),
    }),
    response: Shown.optional(),
  }),
  changes: endpoint({
    method: 'GET',
    path: '/assessments/:id/changes',
    access: 'access-to-private-area',
    summary:
      'List the statements of a shared assessment whose answers or note others changed since you last looked',
    params: ById,
    response: Changes,
  }),
  history: endpoint({
    method: 'GET',
    path: '/assessments/:id/statements/:statementId/history',
    access: 'access-to-private-area',
    summary:
      'List up to 100 changes of a statement’s answers in a shared assessment, newest first, and who last changed the note',
    params: z.strictObject({ id: IdText, statementId: IdText }),
    response: z.object({
      changes: z.array(StatementChange),
      /** The last change of its note; earlier texts aren’t stored. */
      note: NoteChanged.nullable(),
    }),
  }),
}
