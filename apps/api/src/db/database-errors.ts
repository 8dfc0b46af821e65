import pg from 'pg'

// The driver's own failures have no SQLSTATE.
export const DRIVER_FAILURE =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|Connection terminated|timeout exceeded|Query read timeout|not queryable|Client has encountered/i

// SQLSTATE of a server that refuses connections: it stops, starts or has too many.
const AWAY = /^(08...|57P0.|53300) /

// The server's function that lets a session into its database. Some of its SQLSTATE have other meanings elsewhere.
const AT_THE_DOOR = 'CheckMyDatabase'

// SQLSTATE of a server that doesn't know the database, the role or the password.
const NOT_LET_IN = /^(3D000|28...)$/

const NO_CONNECTION = /EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|timeout expired/

/** Whether the database could not be reached, as opposed to a statement that failed. */
export function isDatabaseAway(error: unknown): boolean {
  // The job queue copies errors to plain objects.
  if (typeof error !== 'object' || error === null || !('message' in error)) return false
  const {
    code = '',
    message,
    cause,
    routine,
  } = error as { code?: unknown; message: unknown; cause?: unknown; routine?: unknown }
  const text = `${String(code)} ${String(message)}`
  return (
    AWAY.test(text) ||
    // The database accepts no connections.
    (routine === AT_THE_DOOR && code === '55000') ||
    DRIVER_FAILURE.test(text) ||
    NO_CONNECTION.test(text) ||
    isDatabaseAway(cause)
  )
}

/** Whether the server answers and doesn't let anyone in, which someone has to change. */
export function isNotLetIn(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code = '', cause, routine } = error as Record<'code' | 'cause' | 'routine', unknown>
  return routine === AT_THE_DOOR || NOT_LET_IN.test(String(code)) || isNotLetIn(cause)
}

/** Whether the database refused a statement, or could not be reached. */
export function isOfDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError || isDatabaseAway(error)
}
