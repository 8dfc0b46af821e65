import { z } from 'zod'
import { Id } from './fields.ts'

/** A file that takes time. Small ones are ready straight away, large ones after a job. Kept for a day. */
export const GeneratedFile = z.object({
  id: Id,
  /** File name. */
  name: z.string(),
  status: z.enum(['making', 'ready', 'failed']),
  /** Percent, estimated from the size of what it is made of. */
  progress: z.int().min(0).max(100),
})
export type GeneratedFile = z.infer<typeof GeneratedFile>
