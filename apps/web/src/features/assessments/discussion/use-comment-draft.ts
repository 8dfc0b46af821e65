import type { Colleague } from 'contract/shared-assessments'
import { useDeviceDraft } from './use-device-draft.ts'

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
export function useCommentDraft({ title, ...at }: Options) {
  const { draft, setDraft } = useDeviceDraft<CommentDraft>({
    place: `comment ${at.assessmentId} ${at.statementId}`,
    title,
    path: pathOf(at),
    unsent: UNSENT,
  })
  return {
    draft,
    change: (change: Partial<CommentDraft>) => setDraft({ ...(draft ?? emptyDraft()), ...change }),
    clear: () => setDraft(null),
  }
}

export function pathOf({ assessmentId, elementId, statementId }: Omit<Options, 'title'>) {
  return `/assessment/${assessmentId}?elementId=${elementId}#statement-${statementId}`
}

function emptyDraft(): CommentDraft {
  return { key: crypto.randomUUID(), text: '', isQuestion: false, colleague: null }
}

const UNSENT = {
  title: 'Your comment hasn’t been sent yet',
  description: 'Your text is stored only on this device. If you sign out now, you’ll lose it.',
}
