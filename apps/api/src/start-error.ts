import { access, constants } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { systemReason } from './system-reason.ts'

/** Stops the start. The operator sees the message without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The answer of a command that ends with exit code 1. */
export class Failed extends Error {
  override name = 'Failed'
}

/** For example `Waymark can’t use the data folder /data: Waymark has no permission to use /data (EACCES)`. */
export function unusable(what: string, error: unknown): StartError {
  if (error instanceof StartError) return error
  return new StartError(`Waymark can’t use ${what}: ${reasonOf(error)}`)
}

/** Why a command can't use a file: it isn't there, or belongs to another user. */
export async function requireReadable(path: string): Promise<void> {
  const error = await access(path, constants.R_OK).catch((reason: unknown) => reason)
  if (error === undefined) return
  if (codeOf(error) !== 'EACCES')
    throw new StartError(`The file ${path} doesn’t exist. Check the path.`)
  throw new StartError(
    `The user ${userInfo().username} can’t read the file ${path}. Change the permissions of the file, or copy the file to another folder.`,
  )
}

/** Why a command can't write a new file. */
export function unwritable(path: string, error: unknown): StartError {
  if (codeOf(error) === 'EEXIST')
    return new StartError(`${path} already exists. Choose another name.`)
  return new StartError(`Waymark can’t write ${path}: ${reasonOf(error)}. Check the folder.`)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
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
  return error instanceof Error ? (systemReason(error) ?? error.message) : String(error)
}
