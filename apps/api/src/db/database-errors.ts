import pg from 'pg'

// The driver's own failures have no SQLSTATE.
export const DRIVER_FAILURE =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|Connection terminated|timeout exceeded|Query read timeout|not queryable|Client has encountered/i

// SQLSTATE of a server that refuses connections: it stops, starts or has too many.
const AWAY = /^(08...|57P0.|53300) /

const NO_CONNECTION = /EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|timeout expired/

/** Whether the database could not be reached, as opposed to a statement that failed. */
export function isDatabaseAway(error: unknown): boolean {
  // The job queue copies errors to plain objects.
  if (typeof error !== 'object' || error === null || !('message' in error)) return false
  const {
    code = '',
    message,
    cause,
  } = error as { code?: unknown; message: unknown; cause?: unknown }
  const text = `${String(code)} ${String(message)}`
  return (
    AWAY.test(text) ||
    DRIVER_FAILURE.test(text) ||
    NO_CONNECTION.test(text) ||
    isDatabaseAway(cause)
  )
}

/** Whether the database refused a statement, or could not be reached. */
export function isOfDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError || isDatabaseAway(error)
}
