import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    email?: string | undefined
  }
}

/** The e-mail of a mailed link: taken out of the address bar, and kept for a reload of the page. */
export function useMailedEmail(named: string | undefined): string | undefined {
  const { history } = useRouter()
  const kept = useLocation({ select: ({ state }) => state.email })
  useEffect(() => {
    if (named === undefined) return
    const { pathname, state } = history.location
    history.replace(pathname, { ...state, email: named })
  }, [history, named])
  return named ?? kept
}

/** Addresses compare without case; a page opened without one is for nobody. */
export function isSameEmail(sentTo: string, named: string | undefined) {
  return sentTo.toLowerCase() === named?.toLowerCase()
}
