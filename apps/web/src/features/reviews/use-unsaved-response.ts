import { useEffect, useEffectEvent, useState } from 'react'
import { createCopy } from '#core/unsaved/copies.ts'
import { beforeSignOut } from '#core/unsaved/sign-out.ts'
import { useUser } from '#features/session/user.ts'
import type { ResponseInput } from './use-review-response.ts'

export interface UnsavedResponse {
  input: ResponseInput
  seen: number
}

interface Subject {
  reviewId: number
  statementId: number
  title: string
  unsaved: ResponseInput | null
  version: number | undefined
  seenOf: () => number
  onFound: (found: UnsavedResponse) => void
  save: () => Promise<boolean>
}

/** Stores an unsaved response on this device, restores it after a closed page, and sends it when online. */
export function useUnsavedResponse(subject: Subject) {
  const { reviewId, statementId, title, unsaved, version } = subject
  const { id: userId } = useUser()
  const [copy] = useState(() => copyOf({ userId, reviewId, statementId, title }))
  const found = useEffectEvent(subject.onFound)
  const seenOf = useEffectEvent(subject.seenOf)
  const sendUnsaved = useEffectEvent(async () => unsaved === null || (await subject.save()))

  useEffect(() => {
    let isHere = true
    const stop = copy.start()
    const adopt = async () => {
      const last = (await copy.adopt()).at(-1)
      if (last && isHere) found(last)
    }
    void adopt()
    const onLine = () => void sendUnsaved()
    window.addEventListener('online', onLine)
    const stopAsking = beforeSignOut(async () => ((await sendUnsaved()) ? null : UNSAVED))
    return () => {
      isHere = false
      window.removeEventListener('online', onLine)
      stopAsking()
      // Leaving while signed in discards unsaved text.
      copy.hold(null)
      stop()
    }
  }, [copy])

  useEffect(() => {
    if (copy.hold(unsaved && { input: unsaved, seen: seenOf() })) copy.write()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `seenOf` changes with each save
  }, [copy, unsaved, version])
}

type Place = Pick<Subject, 'reviewId' | 'statementId' | 'title'>

function copyOf({ userId, reviewId, statementId, title }: Place & { userId: number }) {
  let now: UnsavedResponse | null = null
  const copy = createCopy<UnsavedResponse>({
    userId,
    place: `review ${reviewId} ${statementId}`,
    read: () => now && { title, path: `/admin/reviews/${reviewId}`, value: now },
  })
  /** Sets the value of the copy; returns whether it may have changed. */
  const hold = (next: UnsavedResponse | null) => {
    const mayDiffer = now !== null || next !== null
    now = next
    return mayDiffer
  }
  return { ...copy, hold }
}

const UNSAVED = {
  title: 'Your review of this statement is not saved yet',
  description:
    'Your response is stored on this device until you sign out. If you sign out now, you’ll lose it.',
}
