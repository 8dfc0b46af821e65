import { ConflictPanel } from '#ui/conflict-panel.tsx'
import type { Name } from './merge-records.ts'
import type { RecordConflict as Conflict } from './use-edited-record.ts'

interface RecordConflictProps<Stored, Values> {
  title: string
  record: {
    conflict: Conflict<Stored, Values> | null
    labels: Readonly<Record<Name<Values>, string>>
    changes: readonly string[]
    valuesOf: (stored: Stored) => Values
    choose: (name: Name<Values>, isMine: boolean) => void
  }
  textOf?: (name: Name<Values>, values: Values) => string
}

const LONGEST = 100

/** Shows the other user's changes to the edited record, and lets the user choose where both changed a field. */
export function RecordConflict<Stored, Values>(props: RecordConflictProps<Stored, Values>) {
  const { title, record, textOf = plainText } = props
  const { conflict, labels, changes, choose } = record
  if (!conflict) return null
  const { mine, both, applied } = conflict
  const theirs = record.valuesOf(conflict.theirs)
  const lines = applied.map((name) => {
    const text = textOf(name, theirs) || 'Empty'
    return text.length > LONGEST ? labels[name] : `${labels[name]} (${text})`
  })
  if (lines.length + both.length + changes.length === 0) return null
  return (
    <ConflictPanel
      title={title}
      conflicts={both.map((name) => ({
        label: labels[name],
        mine: { value: textOf(name, mine) || 'Empty', onChoose: () => choose(name, true) },
        theirs: { value: textOf(name, theirs) || 'Empty', onChoose: () => choose(name, false) },
      }))}
    >
      {lines.length > 0 && <p>{`The form now includes these changes: ${lines.join('; ')}.`}</p>}
      {both.length > 0 && <p>Choose a version for each field, then save.</p>}
      {both.length === 0 && changes.length > 0 && (
        <p>Your changes haven’t been saved yet. Review them and save again.</p>
      )}
    </ConflictPanel>
  )
}

function plainText<Values>(name: Name<Values>, values: Values) {
  return String(values[name] ?? '')
}
