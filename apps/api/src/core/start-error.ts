/** Stops the start. The operator sees the message without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** For example `The data folder /data cannot be used: EACCES: permission denied`. */
export function unusable(what: string, error: unknown): StartError {
  if (error instanceof StartError) return error
  return new StartError(`${what} cannot be used: ${reasonOf(error)}`)
}

/** An AggregateError has no message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
