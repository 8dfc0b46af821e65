import { useRef } from 'react'
import { hasText } from 'rules/required-notes'
import { Alert } from '#ui/alert.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useDraft } from './use-draft.ts'

const MAX_NOTE_LENGTH = 2000

interface StatementNotesProps {
  note: string
  /** Counts the saves of the note. */
  version: number
  isCertification: boolean
  /** The label of the current response, if it requires a note. */
  requiredBy: string | null
  /** With the version that was there when typing started, because someone else may save while you type. */
  onSave: (note: string, version: number) => void
}

/** Use the statement's id as the key, so that unsaved text is sent when the statement changes. */
export function StatementNotes(props: StatementNotesProps) {
  const { note, version, isCertification, requiredBy, onSave } = props
  const typedOn = useRef<number>(undefined)
  const save = (text: string) => {
    onSave(text, typedOn.current ?? version)
    typedOn.current = undefined
  }
  const { value, isDraft, onChange, onBlur } = useDraft(note, save, MAX_NOTE_LENGTH)
  const isMissing = requiredBy !== null && !hasText(value)
  const area = (
    <TextArea
      id="note"
      label={<span className="text-18 font-semibold xl:text-16">Notes</span>}
      hint={
        isCertification
          ? 'Shown to the auditor and in the action report, next to this statement.'
          : 'Shown next to this statement in the action report.'
      }
      limit={MAX_NOTE_LENGTH}
      dir="auto"
      rows={5}
      value={value}
      aria-required={requiredBy !== null || undefined}
      data-unsaved={isDraft || undefined}
      onChange={({ target }) => {
        typedOn.current ??= version
        onChange(target.value)
      }}
      onBlur={onBlur}
      error={
        value.trim().length > MAX_NOTE_LENGTH ? 'Shorten the note to 2,000 characters' : undefined
      }
    />
  )
  return (
    <>
      {isMissing && (
        <Alert isLive variant="warning" title="A note is missing." className="mb-6">
          “<ContentText>{requiredBy}</ContentText>” requires a note. Write the note before the
          element is completed.
        </Alert>
      )}
      {area}
    </>
  )
}
