import { useEffect, useEffectEvent, useState } from 'react'
import { createCopy } from '#core/unsaved/copies.ts'
import { beforeSignOut } from '#core/unsaved/sign-out.ts'
import { useUser } from '#features/session/user.ts'
import type { Said } from './use-said.ts'

export interface UnsavedSaid {
  said: Said
  seen: number
}

interface Subject {
  reviewId: number
  statementId: number
  title: string
  /** What is said and not saved; null when all is. */
  unsaved: Said | null
  version: number | undefined
  seenOf: () => number
  onFound: (found: UnsavedSaid) => void
  save: () => Promise<boolean>
}

/** Copies to this device what an auditor has not saved, gives back what a closed page left, and sends it once there is a connection again. */
export function useUnsavedSaid(subject: Subject) {
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
      // Left while signed in: what was not saved was given up.
      copy.hold(null)
      stop()
    }
  }, [copy])

  useEffect(() => {
    if (copy.hold(unsaved && { said: unsaved, seen: seenOf() })) copy.write()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with what was saved meanwhile `seenOf` changes
  }, [copy, unsaved, version])
}

type Place = Pick<Subject, 'reviewId' | 'statementId' | 'title'>

function copyOf({ userId, reviewId, statementId, title }: Place & { userId: number }) {
  let now: UnsavedSaid | null = null
  const copy = createCopy<UnsavedSaid>({
    userId,
    place: `review ${reviewId} ${statementId}`,
    read: () => now && { title, path: `/admin/reviews/${reviewId}`, value: now },
  })
  /** What the copy is to hold; whether that may differ from before. */
  const hold = (next: UnsavedSaid | null) => {
    const mayDiffer = now !== null || next !== null
    now = next
    return mayDiffer
  }
  return { ...copy, hold }
}

const UNSAVED = {
  title: 'What you said of this statement is not saved yet',
  description:
    'It is kept on this device only as long as you are signed in. Signing out removes it. Sign out all the same?',
}
