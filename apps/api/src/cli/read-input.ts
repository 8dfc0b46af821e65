import type { z } from 'zod'
import { StartError } from '#core/start-error.ts'

/** Validates a command's input. The error names every field at fault. */
export function readInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const faults = result.error.issues.map(({ path, message }) => `  ${path.join(' ')}: ${message}`)
  throw new StartError(
    ['Nothing was changed. Correct these values:', ...new Set(faults)].join('\n'),
  )
}
