import { create } from 'zustand'

export interface FinderItem {
  to: string
  label: string
  detail?: string | undefined
  kind: 'page' | 'user' | 'organisation' | 'content-set'
}

const MOST = 5

/** What the user opened last. In memory only, because it contains names. */
export const useRecent = create<{ userId: number; items: FinderItem[] }>(() => ({
  userId: 0,
  items: [],
}))

export function remember(userId: number, item: FinderItem) {
  useRecent.setState((state) => {
    const known = state.userId === userId ? state.items : []
    return { userId, items: [item, ...known.filter(({ to }) => to !== item.to)].slice(0, MOST) }
  })
}
