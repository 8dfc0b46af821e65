import { useEffect } from 'react'
import { useStore } from 'zustand'
import { beforeSignOut } from '#core/before-sign-out.ts'
import { accessToken, onSessionChange } from '#core/session.ts'
import { useUser } from '#features/session/user.ts'
import { countAnswers } from './outbox-change.ts'
import { deliver } from './outbox-delivery.ts'
import { createOutbox, type Outbox } from './outbox.ts'

const outboxes = new Map<number, Outbox>()

/** The waiting answers of the signed-in person; they go out as long as any page with it is open. */
export function useOutbox() {
  const { id } = useUser()
  const outbox = outboxOf(id)
  useEffect(() => {
    outbox.kick()
    const onVisible = () => document.visibilityState === 'visible' && outbox.kick()
    window.addEventListener('online', outbox.kick)
    window.addEventListener('focus', outbox.kick)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      window.removeEventListener('online', outbox.kick)
      window.removeEventListener('focus', outbox.kick)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [outbox])
  return outbox
}

export function useOutboxState() {
  return useStore(useOutbox().state)
}

function outboxOf(userId: number) {
  const known = outboxes.get(userId)
  if (known) return known
  const isOwnersSession = () => signedInId() === userId
  const outbox = createOutbox({
    owner: `${location.hostname} ${userId}`,
    deliver,
    isOwnersSession,
  })
  outboxes.set(userId, outbox)
  onSessionChange(outbox.kick)
  beforeSignOut(() =>
    Promise.resolve(isOwnersSession() ? countAnswers(outbox.state.getState().changes) : 0),
  )
  return outbox
}

/** From the token that would be sent, because another tab may have signed somebody else in. */
function signedInId() {
  const claims = accessToken()?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
  if (claims === undefined) return null
  const { sub } = JSON.parse(atob(claims)) as { sub?: string }
  return Number(sub)
}
