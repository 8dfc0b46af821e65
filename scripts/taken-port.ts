/** Whether a start failed because another program has the port. */
export function isTakenPort(error: unknown): error is Error & { port?: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
