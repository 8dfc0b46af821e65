import { create } from 'zustand'
import type { Suspended } from 'contract/errors'
import { hasCode } from '#core/api-error.ts'

export const useSuspension = create<{ suspended: Suspended | null }>(() => ({ suspended: null }))

export function noticeSuspension(error: unknown) {
  const suspended = suspensionOf(error)
  if (suspended) useSuspension.setState({ suspended })
}

export function suspensionOf(error: unknown): Suspended | null {
  return hasCode(error, 'organisation-suspended') ? (error.details as Suspended) : null
}
