import { useEffect, useEffectEvent, useState } from 'react'
import { createCopy } from '#core/unsaved/copies.ts'
import { beforeSignOut } from '#core/unsaved/sign-out.ts'
import { useUser } from '#core/user.ts'
import type { ResponseInput } from './use-review-response.ts'

export interface UnsavedResponse {
  input: ResponseInput
  seen: number
}

interface UnsavedResponseOptions {
  reviewId: number
  statementId: number
  title: string
  unsaved: ResponseInput | null
  version: number | undefined
  getSeenVersion: () => number
  onRestored: (restored: UnsavedResponse) => void
  save: () => Promise<boolean>
}

/** Stores an unsaved response on this device, restores it after a closed page, and sends it when online. */
export function useUnsavedResponse(options: UnsavedResponseOptions) {
  const { reviewId, statementId, title, unsaved, version } = options
  const { id: userId } = useUser()
  const [copy] = useState(() => copyOf({ userId, reviewId, statementId, title }))
  const restored = useEffectEvent(options.onRestored)
  const getSeenVersion = useEffectEvent(options.getSeenVersion)
  const sendUnsaved = useEffectEvent(async () => unsaved === null || (await options.save()))

  useEffect(() => {
    let isMounted = true
    const stop = copy.start()
    const adopt = async () => {
      const last = (await copy.adopt()).at(-1)
      if (last && isMounted) restored(last)
    }
    void adopt()
    const onOnline = () => void sendUnsaved()
    window.addEventListener('online', onOnline)
    const removeSignOutCheck = beforeSignOut(async () => ((await sendUnsaved()) ? null : UNSAVED))
    return () => {
      isMounted = false
      window.removeEventListener('online', onOnline)
      removeSignOutCheck()
      // Leaving while signed in discards unsaved text.
      copy.setValue(null)
      stop()
    }
  }, [copy])

  useEffect(() => {
    if (copy.setValue(unsaved && { input: unsaved, seen: getSeenVersion() })) copy.write()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `getSeenVersion` changes with each save
  }, [copy, unsaved, version])
}

type Place = Pick<UnsavedResponseOptions, 'reviewId' | 'statementId' | 'title'>

function copyOf({ userId, reviewId, statementId, title }: Place & { userId: number }) {
  let value: UnsavedResponse | null = null
  const copy = createCopy<UnsavedResponse>({
    userId,
    place: `review ${reviewId} ${statementId}`,
    read: () => value && { title, path: `/admin/reviews/${reviewId}`, value },
  })
  /** Sets the copy's value. Returns whether the value may have changed. */
  const setValue = (next: UnsavedResponse | null) => {
    const mayDiffer = value !== null || next !== null
    value = next
    return mayDiffer
  }
  return { ...copy, setValue }
}

const UNSAVED = {
  title: 'Your review of this statement hasn’t been saved yet',
  description:
    'Your changes are stored only on this device. If you sign out now, you’ll lose them.',
}
