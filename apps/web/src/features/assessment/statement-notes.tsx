import { TextArea } from '#ui/text-area.tsx'
import { useDraft } from './use-draft.ts'

const LONGEST = 2000

interface StatementNotesProps {
  note: string
  isCertification: boolean
  onSave: (note: string) => void
}

/** Render it with the statement's id as its key: what is unsaved goes out when the statement is left. */
export function StatementNotes({ note, isCertification, onSave }: StatementNotesProps) {
  const { value, onChange, onBlur } = useDraft(note, onSave, LONGEST)
  return (
    <TextArea
      id="note"
      label={<span className="text-18 font-semibold xl:text-16">Notes</span>}
      hint={`Shown${isCertification ? ' to the auditor, and' : ''} in the action report beside this statement.`}
      limit={LONGEST}
      rows={5}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onBlur}
      error={value.trim().length > LONGEST ? 'Shorten the note to 2,000 characters' : undefined}
    />
  )
}
