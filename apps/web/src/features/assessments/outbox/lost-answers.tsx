import { TextToCopy } from '#support/text-to-copy.tsx'
import { TriangleAlert } from 'lucide-react'
import { plural } from 'rules/plural'
import { Button } from '#ui/button.tsx'
import { isLost } from './outbox-change.ts'
import { useOutbox, useOutboxState } from './use-outbox.ts'

const NOT_SAVED = {
  one: 'One of your answers wasn’t saved.',
  other: '# of your answers weren’t saved.',
}

const ONLY_HERE = {
  one: 'This answer is stored only on this device.',
  other: 'These answers are stored only on this device.',
}

/** What the server refused of an assessment that the user can't open any more. */
export function LostAnswers() {
  const { discard } = useOutbox()
  const lost = useOutboxState().changes.filter(isLost)
  if (lost.length === 0) return null
  return (
    <aside
      aria-label="Answers that weren’t saved"
      data-print="hide"
      className="border-b bg-destructive-tint"
    >
      <div className="mx-auto w-full max-w-[calc(1248px+2*var(--gutter))] px-(--gutter) py-4">
        <p className="flex gap-3">
          <TriangleAlert className="mt-0.5 size-5 shrink-0 stroke-[1.75] text-destructive-ink" />
          <span className="measure">
            <strong className="font-semibold">{plural(lost.length, NOT_SAVED)}</strong> You no
            longer take part in the assessment, or the statement was removed.{' '}
            {plural(lost.length, ONLY_HERE)} Copy what you still need.
          </span>
        </p>
        <ul className="mt-2 ml-8 max-h-96 divide-y overflow-y-auto">
          {lost.map((change) => (
            <li key={change.key} className="py-3">
              <TextToCopy
                where={change.about?.statement ?? 'Statement'}
                text={change.about?.answer ?? 'An answer'}
              >
                <Button variant="ghost" size="xs" onClick={() => void discard(change)}>
                  Discard
                </Button>
              </TextToCopy>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}
