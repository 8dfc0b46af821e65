import { notFound } from '@tanstack/react-router'
import { hasCode } from '#core/api-error.ts'

/** For a loader: what is not there, or out of view, is the not-found view and no failure. */
export function toNotFound(error: unknown): never {
  throw hasCode(error, 'not-found') ? notFound() : error
}
