import type { Colleague } from 'contract/shared-assessments'
import { useEffect, useEffectEvent, useState } from 'react'
import { createCopy } from '#core/unsaved/copies.ts'
import { beforeSignOut } from '#core/unsaved/sign-out.ts'
import { useUser } from '#core/user.ts'

export interface CommentDraft {
  /** The same for each attempt to send it. */
  key: string
  text: string
  isQuestion: boolean
  colleague: Colleague | null
}

interface Options {
  assessmentId: number
  elementId: number
  statementId: number
  title: string
}

/** What is typed about a statement, kept on this device until it is sent. */
export function useCommentDraft(options: Options) {
  const { id: userId } = useUser()
  const [copy] = useState(() => copyOf({ ...options, userId }))
  const [draft, setDraft] = useState<CommentDraft | null>(null)
  const restore = useEffectEvent((left: CommentDraft | undefined) => {
    if (!left || draft !== null) return
    setDraft(left)
    // Else leaving the page would delete it.
    copy.setValue(left)
  })
  const check = useEffectEvent(() => (isTyped(draft) ? UNSENT : null))
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
    change: (change: Partial<CommentDraft>) => {
      const next = { ...(draft ?? emptyDraft()), ...change }
      setDraft(next)
      copy.setValue(next)
    },
    clear: () => {
      setDraft(null)
      copy.setValue(null)
    },
  }
}

function emptyDraft(): CommentDraft {
  return { key: crypto.randomUUID(), text: '', isQuestion: false, colleague: null }
}

function isTyped(draft: CommentDraft | null) {
  return draft !== null && draft.text.trim() !== ''
}

function copyOf({
  userId,
  assessmentId,
  elementId,
  statementId,
  title,
}: Options & { userId: number }) {
  let value: CommentDraft | null = null
  const copy = createCopy<CommentDraft>({
    userId,
    place: `comment ${assessmentId} ${statementId}`,
    read: () =>
      value && {
        title,
        path: `/assessment/${assessmentId}?elementId=${elementId}#statement-${statementId}`,
        value,
      },
  })
  return {
    ...copy,
    setValue(next: CommentDraft | null) {
      value = isTyped(next) ? next : null
      copy.writeSoon()
    },
  }
}

const UNSENT = {
  title: 'Your comment hasn’t been sent yet',
  description: 'Your text is stored only on this device. If you sign out now, you’ll lose it.',
}
