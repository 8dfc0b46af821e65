import { z } from 'zod'
import type { EnvPart } from '#core/env.ts'

const Variables = z.object({
  BACKUP_RECIPIENT: z.string().startsWith('age1', 'must be a public key such as age1…').optional(),
})

declare module '#core/env.ts' {
  interface Env extends z.output<typeof Variables> {}
}

export const BACKUP_ENV: EnvPart = { variables: Variables.shape, faults: () => [] }
