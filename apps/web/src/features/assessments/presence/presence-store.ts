import type { Present } from 'contract/presence'
import { create } from 'zustand'

/** Who else has the open assessment open, as the last answer said. In memory only. */
export const usePresence = create<{ people: readonly Present[] }>(() => ({ people: [] }))
