/** Whether a start failed because another program has the port. */
export function isTakenPort(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
