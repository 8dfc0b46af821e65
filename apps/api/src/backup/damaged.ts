import { StartError } from '#start-error.ts'

/** An archive that Waymark didn't write, or that has changed since. */
export function damaged(cause?: unknown): StartError {
  const message = 'This file is damaged, so nothing was changed. Use another file.'
  return new StartError(message, { cause })
}
