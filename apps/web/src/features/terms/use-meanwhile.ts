import { useQueryClient } from '@tanstack/react-query'
import type { TermsDraft } from 'contract/terms-editing'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'

export interface Meanwhile {
  /** What stands instead; null when there is no draft any more. */
  draft: TermsDraft | null
  /** The version that was to be the next one: with a later one to come, it has been published. */
  of: number
}

/** What somebody else did to the draft meanwhile; the second part answers whether it was that which failed. */
export function useMeanwhile(next: number) {
  const queryClient = useQueryClient()
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  function meet(error: Error | null): boolean {
    if (!hasCode(error, 'conflict')) {
      setMeanwhile(null)
      return false
    }
    const details = error.details as { draft: TermsDraft | null } | undefined
    setMeanwhile({ draft: details?.draft ?? null, of: next })
    void queryClient.invalidateQueries({ queryKey: api.termsEditing.versions.key })
    return true
  }
  return [meanwhile, meet] as const
}
