import { z } from 'zod'
import { Id } from './fields.ts'

/** What a list or a link shows of a statement. */
export const ListedStatement = z.object({
  id: Id,
  element_id: Id,
  key: z.string(),
  number: z.int(),
  text: z.string(),
  short_title: z.string().nullable(),
})
export type ListedStatement = z.infer<typeof ListedStatement>

export const StatementResponse = z.object({
  id: Id,
  statement_id: Id,
  label: z.string(),
  description: z.string().nullable(),
  value: z.number(),
  /** Only in a certification assessment. */
  asks_for_evidence: z.boolean(),
  /** Choosing it requires a note before the element can be completed. */
  asks_for_note: z.boolean(),
})
export type StatementResponse = z.infer<typeof StatementResponse>

export const Statement = ListedStatement.extend({
  guidance: z.string().nullable(),
  /** What good evidence looks like, in Markdown. */
  evidence_example: z.string().nullable(),
  allows_not_applicable: z.boolean(),
  /** False if its weight or its element's is 0. */
  is_counted: z.boolean(),
  statement_responses: z.array(StatementResponse),
})
export type Statement = z.infer<typeof Statement>
