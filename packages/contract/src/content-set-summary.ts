import { z } from 'zod'
import { Id, Language } from './fields.ts'

export const ContentSetSummary = z.object({
  id: Id,
  title: z.string(),
  description: z.string().nullable(),
  /** Level names, lowest first. Null: results are in percent. */
  scale: z.array(z.string()).nullable(),
  /** The number of the lowest level, 0 or 1. */
  lowest_level: z.int(),
  language: Language,
})
export type ContentSetSummary = z.infer<typeof ContentSetSummary>
