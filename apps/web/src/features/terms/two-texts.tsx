import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'

interface TwoTextsProps {
  title: string
  /** What stands now. */
  theirs: string
  /** What else stands otherwise now. */
  others?: readonly string[]
  onKeep: () => void
  onTake: () => void
}

/** Two people wrote at once: the second one reads what the first wrote, and chooses. */
export function TwoTexts({ title, theirs, others, onKeep, onTake }: TwoTextsProps) {
  return (
    <Alert
      variant="warning"
      isLive
      title={title}
      action={
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" onClick={onTake}>
            Take theirs
          </Button>
          <Button variant="outline" onClick={onKeep}>
            Keep yours
          </Button>
        </div>
      }
    >
      Nothing is overwritten until you choose.
      {others?.map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
      <Disclosure title="What stands now">
        <p className="max-h-80 overflow-y-auto text-14 whitespace-pre-line">
          {theirs === '' ? 'Nothing.' : theirs}
        </p>
      </Disclosure>
    </Alert>
  )
}
