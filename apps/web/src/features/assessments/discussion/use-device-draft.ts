import { useEffect, useEffectEvent, useState } from 'react'
import { createCopy } from '#core/unsaved/copies.ts'
import { beforeSignOut } from '#core/unsaved/sign-out.ts'
import { useUser } from '#core/user.ts'

export interface Draft {
  text: string
}

interface DeviceDraft {
  /** What is edited, for example `comment 12 34`. */
  place: string
  /** Of the page that shows it. */
  title: string
  path: string
  /** The text before. */
  before?: string
  /** When signing out. */
  unsent: { title: string; description: string }
}

/** What is typed, kept on this device until it is sent. Null if nothing is. */
export function useDeviceDraft<Value extends Draft>(options: DeviceDraft) {
  const { id: userId } = useUser()
  const [copy] = useState(() => copyOf<Value>({ ...options, userId }))
  const [draft, setDraft] = useState<Value | null>(null)
  const restore = useEffectEvent((left: Value | undefined) => {
    if (!left || draft !== null) return
    setDraft(left)
    // Else leaving the page would delete it.
    copy.setValue(left)
  })
  const check = useEffectEvent(() => (isChanged(draft, options.before) ? options.unsent : null))
  useEffect(() => {
    const stop = copy.start()
    let isMounted = true
    void copy.adopt().then((left) => isMounted && restore(left.at(-1)))
    const removeCheck = beforeSignOut(() => Promise.resolve(check()))
    return () => {
      isMounted = false
      removeCheck()
      stop()
    }
  }, [copy])
  return {
    draft,
    setDraft: (next: Value | null) => {
      setDraft(next)
      copy.setValue(next)
    },
  }
}

function isChanged(draft: Draft | null, before = '') {
  return draft !== null && !['', before].includes(draft.text.trim())
}

function copyOf<Value extends Draft>({
  userId,
  place,
  title,
  path,
  before,
}: DeviceDraft & { userId: number }) {
  let value: Value | null = null
  const copy = createCopy<Value>({ userId, place, read: () => value && { title, path, value } })
  return {
    ...copy,
    setValue(next: Value | null) {
      value = isChanged(next, before) ? next : null
      copy.writeSoon()
    },
  }
}
