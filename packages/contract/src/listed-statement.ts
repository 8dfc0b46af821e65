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
