import { ConflictPanel } from '#ui/conflict-panel.tsx'
import type { Name } from './merge-records.ts'
import type { RecordConflict as Found } from './use-edited-record.ts'

interface RecordConflictProps<Stored, Values> {
  /** Who did what while this was edited. */
  title: string
  record: {
    conflict: Found<Stored, Values> | null
    labels: Readonly<Record<Name<Values>, string>>
    changes: readonly string[]
    valuesOf: (stored: Stored) => Values
    choose: (name: Name<Values>, isMine: boolean) => void
  }
  wordsOf?: (name: Name<Values>, values: Values) => string
}

const LONGEST = 100

/** Somebody else saved the record that is edited here: what was taken over from them, and what is to be chosen. */
export function RecordConflict<Stored, Values>(props: RecordConflictProps<Stored, Values>) {
  const { title, record, wordsOf = plainWords } = props
  const { conflict, labels, changes, choose } = record
  if (!conflict) return null
  const { mine, both, takenOver } = conflict
  const theirs = record.valuesOf(conflict.theirs)
  const told = takenOver.map((name) => {
    const words = wordsOf(name, theirs) || 'Empty'
    return words.length > LONGEST ? labels[name] : `${labels[name]}, ${words}`
  })
  if (told.length + both.length + changes.length === 0) return null
  return (
    <ConflictPanel
      title={title}
      conflicts={both.map((name) => ({
        label: labels[name],
        mine: { value: wordsOf(name, mine) || 'Empty', onChoose: () => choose(name, true) },
        theirs: { value: wordsOf(name, theirs) || 'Empty', onChoose: () => choose(name, false) },
      }))}
    >
      {told.length > 0 && <p>{`Taken over from them: ${told.join('; ')}.`}</p>}
      {both.length > 0 && <p>Choose a version of each field, then save.</p>}
      {both.length === 0 && changes.length > 0 && (
        <p>Nothing of yours is saved yet. Look it over and save again.</p>
      )}
    </ConflictPanel>
  )
}

function plainWords<Values>(name: Name<Values>, values: Values) {
  return String(values[name] ?? '')
}
