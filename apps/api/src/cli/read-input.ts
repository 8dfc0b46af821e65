import type { z } from 'zod'
import { StartError } from '#core/start-error.ts'

/** What a command was given, checked; every fault is told with the name of its field. */
export function readInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const faults = result.error.issues.map(({ path, message }) => `  ${path.join(' ')}: ${message}`)
  throw new StartError(['Nothing was added.', ...faults].join('\n'))
}
