import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { beforeSignOut } from '#core/before-sign-out.ts'
import { useUser } from '#features/session/user.ts'
import { type Kept, keptSaid } from './kept-said.ts'
import type { Said } from './use-said.ts'

interface Keeping {
  reviewId: number
  statementId: number
  title: string
  /** What is said and not saved; null when all is. */
  unsaved: Said | null
  /** What stands, in the version that is shown. */
  version: number | undefined
  seenOf: () => number
  onFound: (kept: Kept) => void
  /** False when it did not get there. */
  save: () => Promise<boolean>
}

/** Keeps on this device what is not saved, gives back what an earlier page left, and sends it once there is a connection again. */
export function useKeptSaid(keeping: Keeping) {
  const { reviewId, statementId, title, unsaved, version } = keeping
  const { id: userId } = useUser()
  const [copy] = useState(() => keptSaid({ userId, reviewId, statementId, title }))
  const hasKept = useRef(false)
  const found = useEffectEvent(keeping.onFound)
  const seenOf = useEffectEvent(keeping.seenOf)
  const sendUnsaved = useEffectEvent(async () => unsaved === null || (await keeping.save()))

  useEffect(() => {
    let isHere = true
    void copy.find().then((kept) => kept && isHere && found(kept))
    const onLine = () => void sendUnsaved()
    window.addEventListener('online', onLine)
    const stopAsking = beforeSignOut(async () => ((await sendUnsaved()) ? null : UNSAVED))
    return () => {
      isHere = false
      window.removeEventListener('online', onLine)
      stopAsking()
      // Left while signed in: what was not saved was given up.
      copy.forget()
    }
  }, [copy])

  useEffect(() => {
    if (unsaved) copy.keep({ said: unsaved, seen: seenOf() })
    else if (hasKept.current) copy.forget()
    hasKept.current = unsaved !== null
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- with what was saved meanwhile `seenOf` changes
  }, [copy, unsaved, version])
}

const UNSAVED = {
  title: 'What you said of this statement is not saved yet',
  description:
    'It is kept on this device only as long as you are signed in. Signing out removes it. Sign out all the same?',
}
