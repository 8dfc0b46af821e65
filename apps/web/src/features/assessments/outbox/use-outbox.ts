import { useEffect } from 'react'
import { useStore } from 'zustand'
import { plural } from 'rules/plural'
import { onRestored } from '#core/restored.ts'
import { onSessionChange, signedInId } from '#core/session.ts'
import { queueOwner } from '#core/unsaved/queue.ts'
import { beforeSignOut } from '#core/unsaved/sign-out.ts'
import { useUser } from '#core/user.ts'
import { countAnswers } from './outbox-change.ts'
import { deliver } from './outbox-delivery.ts'
import { createOutbox, type Outbox } from './outbox.ts'

const outboxes = new Map<number, Outbox>()

export function useOutbox() {
  const { id } = useUser()
  const outbox = outboxOf(id)
  useEffect(() => {
    outbox.flush()
    const onVisibility = () =>
      document.visibilityState === 'visible' ? outbox.flush() : outbox.hurry()
    window.addEventListener('online', outbox.flush)
    window.addEventListener('focus', outbox.flush)
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', outbox.sendOnLeaving)
    const stop = onRestored(outbox.flush)
    return () => {
      stop()
      window.removeEventListener('online', outbox.flush)
      window.removeEventListener('focus', outbox.flush)
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', outbox.sendOnLeaving)
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
    owner: queueOwner(userId),
    deliver,
    isOwnersSession,
  })
  outboxes.set(userId, outbox)
  onSessionChange(outbox.flush)
  beforeSignOut(async () => {
    if (!isOwnersSession()) return null
    await outbox.settle()
    return unsavedAnswers(countAnswers(outbox.state.getState().changes))
  })
  return outbox
}

function unsavedAnswers(count: number) {
  if (count === 0) return null
  return {
    title: plural(count, {
      one: '# answer hasn’t been saved yet',
      other: '# answers haven’t been saved yet',
    }),
    description:
      'Unsaved answers stay on this device. Waymark sends them the next time you’re online and signed in here.',
  }
}
