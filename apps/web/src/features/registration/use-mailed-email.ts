import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    email?: string | undefined
  }
}

/** Moves the email of a link from the address bar to the history state, which survives a reload. */
export function useMailedEmail(named: string | undefined): string | undefined {
  const { history } = useRouter()
  const stored = useLocation({ select: ({ state }) => state.email })
  useEffect(() => {
    if (named === undefined) return
    const { pathname, state } = history.location
    history.replace(pathname, { ...state, email: named })
  }, [history, named])
  return named ?? stored
}

export function isSameEmail(sentTo: string, named: string | undefined) {
  return sentTo.toLowerCase() === named?.toLowerCase()
}
