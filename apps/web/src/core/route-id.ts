import { notFound } from '@tanstack/react-router'
import { hasCode } from '#core/api-error.ts'

/** The id in an address. Other notations such as `0308` or `3e2` are not found. */
export function idIn(text: string): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1 || String(id) !== text) throw notFound()
  return id
}

/** For loaders: ids that no record has, and records that the user may not see, are not found. */
export function toNotFound(error: unknown): never {
  throw hasCode(error, 'not-found', 'invalid-input') ? notFound() : error
}
