import type { DraftFault } from 'contract/draft'
import { CloudOff, TriangleAlert } from 'lucide-react'
import { plural } from 'rules/plural'
import { recentInSentence } from '#core/time.ts'
import { useBuilder, useDraft, useSaving } from '#features/content/builder-context.ts'
import { CONFLICTS } from './conflict-list.tsx'
import { fieldId, focusWhenShown, placeOf } from '#features/content/editor/field-context.tsx'
import { nameOfField } from '#features/content/editor/field-labels.ts'
import { placeLabel } from '#features/content/outline-rows.ts'
import { invalidFields } from './invalid-fields.ts'
import { useView, viewAt } from '#features/content/use-view.ts'

interface SaveStatusProps {
  onEdit: () => void
}

/** Shows whether changes are saved. Screen readers hear only a change of state. */
export function SaveStatus({ onEdit }: SaveStatusProps) {
  const { phase, savedAt, savedBy, failure } = useSaving()
  const refused = useDraft(invalidFields)
  const [first] = refused
  const hasConflict = useDraft((state) => state.conflicts.length > 0)
  const stored = STORED_HERE.get(phase)
  if (stored !== undefined) return <StoredHere reason={stored} />
  if (phase === 'failed') {
    return (
      <span
        role="alert"
        className="inline-flex flex-wrap items-center gap-x-2 text-destructive-ink"
      >
        <TriangleAlert className="size-4 stroke-[1.75]" />
        Not saved. {failure}
        <RetryButton />
      </span>
    )
  }
  if (phase === 'deleted') return <span className="text-destructive-ink">Not saved</span>
  if (phase === 'published') {
    return (
      <span role="alert" className="text-destructive-ink">
        Not saved. This version was published while you were editing. Copy your text, reload the
        page and create a new version.
      </span>
    )
  }
  if (hasConflict) return <ConflictLink onEdit={onEdit} />
  if (phase !== 'saved') return <span role="status">Saving</span>
  if (first) return <InvalidFieldLink first={first} count={refused.length} onEdit={onEdit} />
  if (savedAt === null) return null
  const at = recentInSentence(new Date(savedAt).toISOString())
  return <span role="status">{savedBy === null ? `Saved ${at}` : `Saved ${at} by ${savedBy}`}</span>
}

const STORED_HERE = new Map<string, string>([
  ['offline', 'Offline.'],
  ['busy', 'Waymark is busy.'],
])

function StoredHere({ reason }: { reason: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-warning-ink">
      <CloudOff className="size-4 stroke-[1.75]" />
      {reason} Changes are stored on this device.
      <RetryButton />
    </span>
  )
}

/** Retries now, because automatic retries become less frequent. */
function RetryButton() {
  const { autosave } = useBuilder()
  return (
    <button type="button" className="link min-h-6" onClick={() => void autosave.flush()}>
      Try again
    </button>
  )
}

/** The conflict may be outside the visible part of the page. */
function ConflictLink({ onEdit }: SaveStatusProps) {
  function show() {
    onEdit()
    focusWhenShown(CONFLICTS, 'editor-title')
  }
  return (
    <span role="status">
      <button type="button" className="link min-h-6 text-warning-ink" onClick={show}>
        Choose a version to save
      </button>
    </span>
  )
}

function InvalidFieldLink({
  first,
  count,
  onEdit,
}: SaveStatusProps & { first: DraftFault; count: number }) {
  const { go } = useView()
  const where = useDraft((state) => placeLabel(state, first.element_id, first.statement))
  function show() {
    go(viewAt(placeOf(first), first.field))
    onEdit()
    focusWhenShown(fieldId(placeOf(first), first.field), 'editor-title')
  }
  return (
    <span role="status" className="min-w-0 text-destructive-ink lg:truncate">
      {plural(count, { one: '# field is not saved: ', other: '# fields are not saved: ' })}
      <button type="button" className="link min-h-6 text-left wrap-anywhere" onClick={show}>
        {where}, {nameOfField(first.field)}
      </button>
      . {first.message}
    </span>
  )
}
