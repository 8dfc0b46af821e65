import { useEffect } from 'react'
import { create } from 'zustand'
import { useUser } from '#core/user.ts'

const useShown = create<Record<string, readonly number[]>>(() => ({}))
const NONE: readonly number[] = []

/** The statements of a review that this auditor was shown since the page was loaded. */
export function useLookedAt(reviewId: number): readonly number[] {
  const key = `${useUser().id} ${reviewId}`
  return useShown((shown) => shown[key]) ?? NONE
}

export function useLookAt(reviewId: number, statementId: number | undefined) {
  const key = `${useUser().id} ${reviewId}`
  useEffect(() => {
    if (statementId === undefined) return
    useShown.setState((shown) => {
      const before = shown[key] ?? NONE
      return before.includes(statementId) ? shown : { [key]: [...before, statementId] }
    })
  }, [key, statementId])
}
