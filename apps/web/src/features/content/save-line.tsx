import { CloudOff, TriangleAlert } from 'lucide-react'
import { formatRecent } from '#core/time.ts'
import { useBuilder, useDraft, useSaving } from './builder-context.ts'

/** Always says whether what is written is kept; announced is only a change of kind. */
export function SaveLine() {
  const { phase, savedAt, failure } = useSaving()
  const { autosave } = useBuilder()
  const hasClash = useDraft((state) => state.clashes.length > 0)
  if (phase === 'offline') {
    return (
      <span role="status" className="inline-flex items-center gap-1.5 text-warning-ink">
        <CloudOff aria-hidden="true" className="size-4 stroke-[1.75]" />
        Offline. Changes are kept in this window
      </span>
    )
  }
  if (phase === 'failed') {
    return (
      <span
        role="alert"
        className="inline-flex flex-wrap items-center gap-x-2 text-destructive-ink"
      >
        <TriangleAlert aria-hidden="true" className="size-4 stroke-[1.75]" />
        Not saved. {failure}
        <button type="button" className="link" onClick={() => void autosave.flush()}>
          Try again
        </button>
      </span>
    )
  }
  if (hasClash) return <span role="status">Waiting for your choice</span>
  if (phase !== 'saved') return <span role="status">Saving</span>
  if (savedAt === null) return null
  return <span role="status">Saved {formatRecent(new Date(savedAt).toISOString())}</span>
}
