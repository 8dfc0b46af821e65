import { notFound } from '@tanstack/react-router'

/** The id in an address. Other notations such as `0308` or `3e2` are not found. */
export function idIn(text: string): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1 || String(id) !== text) throw notFound()
  return id
}
