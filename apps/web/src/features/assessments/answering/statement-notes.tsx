import { TextArea } from '#ui/text-area.tsx'
import { useDraft } from './use-draft.ts'

const MAX_NOTE_LENGTH = 2000

interface StatementNotesProps {
  note: string
  isCertification: boolean
  onSave: (note: string) => void
}

/** Use the statement's id as the key, so that unsaved text is sent when the statement changes. */
export function StatementNotes({ note, isCertification, onSave }: StatementNotesProps) {
  const { value, onChange, onBlur } = useDraft(note, onSave, MAX_NOTE_LENGTH)
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
      onChange={({ target }) => onChange(target.value)}
      onBlur={onBlur}
      error={
        value.trim().length > MAX_NOTE_LENGTH ? 'Shorten the note to 2,000 characters' : undefined
      }
    />
  )
}
