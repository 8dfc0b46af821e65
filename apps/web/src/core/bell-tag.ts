import { create } from 'zustand'

/** The tag of the user's notifications, as an open player's request last had it. Null without one. */
export const useBellTag = create<{ tag: string | null }>(() => ({ tag: null }))
