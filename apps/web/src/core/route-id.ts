import { notFound } from '@tanstack/react-router'

/** An id as it stands in an address: written in another way, as `0308` or `3e2`, it is the address of nothing. */
export function idIn(text: string): number {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1 || String(id) !== text) throw notFound()
  return id
}
