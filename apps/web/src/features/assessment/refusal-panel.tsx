import type { Statement } from 'contract/assessments'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import type { Answer } from './answers.ts'
import { AnswerConflict, NoteConflict } from './answer-conflict.tsx'
import type { Change } from './outbox-change.ts'

interface RefusalPanelProps {
  statement: Statement
  refused: Change
  /** With what is not saved. */
  answer: Answer
  onUseMine: () => void
  onGiveUp: () => void
}

/** What the server did not take stays in sight, with the reason and the way out. */
export function RefusalPanel(props: RefusalPanelProps) {
  const place = useRef<HTMLDivElement>(null)
  // In braces: newer browsers answer with a promise, which is no clean-up.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className="mb-4 scroll-mt-24 max-md:mx-(--gutter)">
      <Refused {...props} />
    </div>
  )
}

function Refused(props: RefusalPanelProps) {
  const { refused, onUseMine, onGiveUp } = props
  const { conflict, note, message } = refused.refusal ?? {}
  if (conflict) return <AnswerConflict {...props} theirs={conflict} />
  if (note && refused.kind === 'note') {
    return <NoteConflict {...props} mine={refused} theirs={note} />
  }
  return (
    <section
      aria-label="Not saved"
      className="rounded-lg border border-destructive bg-destructive-tint p-4"
    >
      <p className="flex gap-3">
        <TriangleAlert
          aria-hidden="true"
          className="mt-0.5 size-5 shrink-0 stroke-[1.75] text-destructive-ink"
        />
        <span className="measure">
          <strong className="font-semibold">
            {refused.kind === 'note' ? 'This note' : 'Your answer'} could not be saved.
          </strong>{' '}
          {message} It is kept on this device.
        </span>
      </p>
      <div className="mt-3 flex flex-wrap gap-3 pl-8">
        <Button variant="outline" onClick={onUseMine}>
          Try again
        </Button>
        <Button variant="ghost" onClick={onGiveUp}>
          Discard {refused.kind === 'note' ? 'the note' : 'my answer'}
        </Button>
      </div>
    </section>
  )
}
