/** Stops the start. The operator sees the message without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** For example `Waymark can’t use the data folder /data: EACCES: permission denied`. */
export function unusable(what: string, error: unknown): StartError {
  if (error instanceof StartError) return error
  return new StartError(`Waymark can’t use ${what}: ${reasonOf(error)}`)
}

/** The first cause says what happened, such as the store's own refusal. */
export function rootReason(error: unknown): string {
  return error instanceof Error && error.cause !== undefined
    ? rootReason(error.cause)
    : reasonOf(error)
}

/** An AggregateError has no message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
