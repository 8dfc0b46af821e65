import { create } from 'zustand'

export interface Goal {
  to: string
  label: string
  detail?: string | undefined
  kind: 'page' | 'user' | 'organisation' | 'content-set'
}

const MOST = 5

/** What this person opened last from the search: only as long as the page is not loaded anew, for it holds names. */
export const useRecent = create<{ userId: number; goals: Goal[] }>(() => ({
  userId: 0,
  goals: [],
}))

export function remember(userId: number, goal: Goal) {
  useRecent.setState((state) => {
    const known = state.userId === userId ? state.goals : []
    return { userId, goals: [goal, ...known.filter(({ to }) => to !== goal.to)].slice(0, MOST) }
  })
}
