import { z } from 'zod'
import { Statement } from './assessments.ts'
import { endpoint } from './endpoint.ts'
import { ById, Id } from './fields.ts'

/** All statements of an assessment in their order, for filters and search. */
export const Outline = z.object({
  statements: z.array(
    Statement.pick({
      id: true,
      element_id: true,
      key: true,
      number: true,
      text: true,
      short_title: true,
    }).extend({
      state: z.enum(['open', 'to-confirm', 'answered']),
      is_marked: z.boolean(),
      note: z.string(),
      files: z.int(),
    }),
  ),
})
export type Outline = z.infer<typeof Outline>

export const outlines = {
  get: endpoint({
    method: 'GET',
    path: '/assessments/:id/outline',
    access: 'access-to-private-area',
    summary: 'Get all statements of an assessment with their state, marks, notes and files',
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
