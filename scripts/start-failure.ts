import type { Env } from '../apps/api/src/core/env.ts'
import { isOfDatabase } from '../apps/api/src/db/database-errors.ts'
import { StartError, reasonOf } from '../apps/api/src/start-error.ts'
import { isTakenPort } from './taken-port.ts'

/** What the operator can do about a failed start, in one line. */
export function explained(
  error: unknown,
  {
    HOST,
    PORT,
    METRICS_PORT,
    DATABASE_URL,
  }: Pick<Env, 'HOST' | 'PORT' | 'METRICS_PORT' | 'DATABASE_URL'>,
): unknown {
  if (isTakenPort(error))
    return METRICS_PORT !== undefined && error.port === METRICS_PORT
      ? takenPort('METRICS_PORT', METRICS_PORT)
      : takenPort('PORT', PORT)
  if (isOfDatabase(error))
    return new StartError(
      `Waymark can’t use the database: ${reasonOf(error)}.${DATABASE_URL === undefined ? '' : ' Check DATABASE_URL.'}`,
    )
  if (!isRefusedAddress(error)) return error
  return new StartError(
    `Waymark can’t listen on ${HOST}, port ${PORT}: ${error.message}. Check HOST and PORT.`,
  )
}

/** An address of another machine, an unknown name, or a port that needs more rights. */
function isRefusedAddress(error: unknown): error is Error {
  if (!(error instanceof Error && 'syscall' in error)) return false
  return error.syscall === 'listen' || error.syscall === 'getaddrinfo'
}

function takenPort(name: string, port: number): StartError {
  return new StartError(
    `Port ${port} is already in use. Stop the program that is using the port, or start with ${name}=${port + 1}.`,
  )
}
