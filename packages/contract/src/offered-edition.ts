import { z } from 'zod'
import { Id } from './fields.ts'

/** A later edition that an assessment can move to, with counts of statements. */
export const OfferedEdition = z.object({
  content_set_id: Id,
  version: z.int(),
  what_changed: z.string().nullable(),
  added: z.int(),
  changed: z.int(),
  /** How many of the changed ones ask for their answers again. A node of release 0.2 sends none. */
  to_confirm: z.int().optional(),
  removed: z.int(),
  /** Labels of the chosen level and profiles that it doesn’t have any more. A node of release 0.2 sends none. */
  dropped: z.array(z.string()).optional(),
  /** What is then chosen, in labels. Empty: everything. A node of release 0.2 sends none. */
  scope: z.string().optional(),
})
export type OfferedEdition = z.infer<typeof OfferedEdition>
