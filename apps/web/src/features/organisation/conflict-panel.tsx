import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { VALUE_LABELS, inWords, type ValueName } from './organisation-values.ts'
import type { Meanwhile } from './use-organisation-form.ts'

interface ConflictPanelProps {
  meanwhile: Meanwhile
  nameOf: (auditorId: number) => string
  onChoose: (name: ValueName, isMine: boolean) => void
}

/** Somebody else saved meanwhile: field by field, what both have changed is chosen. */
export function ConflictPanel({ meanwhile, nameOf, onChoose }: ConflictPanelProps) {
  const { both, theirs, mine, stored } = meanwhile
  return (
    <Alert
      variant="warning"
      isLive
      className="mb-6"
      title="Somebody else changed this organisation meanwhile."
    >
      {theirs.length > 0 && (
        <p>{`Taken over from them: ${theirs
          .map((name) => `${VALUE_LABELS[name]}, ${inWords(name, stored, nameOf)}`)
          .join('; ')}.`}</p>
      )}
      {both.length === 0 && <p>Nothing of yours is saved yet. Look it over and save again.</p>}
      {both.map((name) => (
        <div key={name} role="group" aria-label={VALUE_LABELS[name]} className="mt-3">
          <p className="font-medium">{VALUE_LABELS[name]}</p>
          <div className="mt-1.5 flex flex-wrap gap-2">
            <Button variant="outline" size="xs" onClick={() => onChoose(name, true)}>
              Keep yours: {inWords(name, mine, nameOf)}
            </Button>
            <Button variant="outline" size="xs" onClick={() => onChoose(name, false)}>
              Take theirs: {inWords(name, stored, nameOf)}
            </Button>
          </div>
        </div>
      ))}
    </Alert>
  )
}
