import { useRef } from 'react'
import { TextArea } from '#ui/text-area.tsx'
import { useDraft } from './use-draft.ts'

const MAX_NOTE_LENGTH = 2000

interface StatementNotesProps {
  note: string
  /** Counts the saves of the note. */
  version: number
  isCertification: boolean
  /** With the version that was there when typing started, because someone else may save while you type. */
  onSave: (note: string, version: number) => void
}

/** Use the statement's id as the key, so that unsaved text is sent when the statement changes. */
export function StatementNotes({ note, version, isCertification, onSave }: StatementNotesProps) {
  const typedOn = useRef<number>(undefined)
  const save = (text: string) => {
    onSave(text, typedOn.current ?? version)
    typedOn.current = undefined
  }
  const { value, isDraft, onChange, onBlur } = useDraft(note, save, MAX_NOTE_LENGTH)
  return (
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
}
