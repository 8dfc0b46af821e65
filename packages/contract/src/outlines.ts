import { z } from 'zod'
import { ListedStatement } from './listed-statement.ts'
import { endpoint } from './endpoint.ts'
import { ById, Id } from './fields.ts'

/** All statements of an assessment in their order, for filters and search. */
export const Outline = z.object({
  statements: z.array(
    ListedStatement.extend({
      state: z.enum(['open', 'to-confirm', 'answered']),
      /** Whether the target is the current response. Null without a target. */
      target: z.enum(['same', 'other']).nullable(),
      is_marked: z.boolean(),
      note: z.string(),
      files: z.int(),
      /** Keys of its tags. Missing without any. */
      tags: z.array(z.string()).optional(),
    }),
  ),
})
export type Outline = z.infer<typeof Outline>

export const outlines = {
  startCertification: endpoint({
    method: 'POST',
    path: '/assessments/:id/certification',
    access: 'access-to-private-area',
    summary: 'Start the certification with the answers, notes and files of a self-assessment',
    params: ById,
    response: z.object({ id: Id }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/assessments/:id/outline',
    access: 'access-to-private-area',
    summary:
      'List all statements of an assessment with their state, mark, note and number of files',
    params: ById,
    response: Outline,
  }),
  mark: endpoint({
    method: 'PUT',
    path: '/assessments/:id/marks',
    access: 'access-to-private-area',
    summary: 'Mark a statement for later, or remove the mark',
    params: ById,
    body: z.strictObject({ statement_id: Id, is_marked: z.boolean() }),
  }),
}
