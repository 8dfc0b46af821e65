import type { Note, ResponseConflict } from 'contract/assessments'
import type { Statement } from 'contract/listed-statement'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { LevelScale } from '#features/charts/level-scale.tsx'
import { Button } from '#ui/button.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { ConflictPanel } from '#ui/conflict-panel.tsx'
import { type Answer, answerTo, levelOf, sharesOf } from './answers.ts'
import type { Change, NoteText } from '#features/assessments/outbox/outbox-change.ts'
import { formatTimeOrDay } from '#features/assessments/outbox/save-labels.ts'

interface RefusalPanelProps {
  statement: Statement
  refused: Change
  answer: Answer
  onKeepMine: () => void
  onDiscard: () => void
}

export function RefusalPanel(props: RefusalPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  // Newer browsers return a promise, which an effect must not return.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={panel} dir="ltr" className="mb-4 scroll-mt-24 max-md:mx-(--gutter)">
      <Refused {...props} />
    </div>
  )
}

function Refused(props: RefusalPanelProps) {
  const { refused, onKeepMine, onDiscard } = props
  const { conflict, note, message } = refused.refusal ?? {}
  const isNote = refused.kind === 'note'
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
        <TriangleAlert className="mt-0.5 size-5 shrink-0 stroke-[1.75] text-destructive-ink" />
        <span className="measure">
          <strong className="font-semibold">
            {isNote ? 'Your note could not be saved.' : 'Your answer could not be saved.'}
          </strong>{' '}
          {isNote
            ? `${message} Your note is stored on this device.`
            : `${message} Your answer is stored on this device.`}
        </span>
      </p>
      <div className="mt-3 flex flex-wrap gap-3 pl-8">
        <Button variant="outline" onClick={onKeepMine}>
          Try again
        </Button>
        <Button variant="ghost" onClick={onDiscard}>
          {isNote ? 'Discard note' : 'Discard answer'}
        </Button>
      </div>
    </section>
  )
}

type Decision = Pick<RefusalPanelProps, 'refused' | 'onKeepMine' | 'onDiscard'>

const TITLE = 'This statement was changed in another tab or on another device'

type AnswerConflictProps = RefusalPanelProps & { theirs: ResponseConflict }

function AnswerConflict({ statement, answer, theirs, ...decision }: AnswerConflictProps) {
  const saved = answerTo(statement, theirs.responses)
  return (
    <ConflictPanel
      title={TITLE}
      conflicts={[
        {
          mine: {
            title: 'Your answer',
            value: <AnswerSummary statement={statement} answer={answer} />,
            ...mineOf(decision),
          },
          theirs: {
            title: theirs.saved_by ?? 'Saved elsewhere',
            meta: savedText(theirs.responses[0]?.updated_at),
            value: <AnswerSummary statement={statement} answer={saved} />,
            onChoose: decision.onDiscard,
          },
        },
      ]}
    />
  )
}

function NoteConflict({ mine, theirs, ...decision }: Decision & { mine: NoteText; theirs: Note }) {
  return (
    <ConflictPanel
      title={TITLE}
      conflicts={[
        {
          mine: { title: 'Your note', value: mine.note, ...mineOf(decision) },
          theirs: {
            title: 'Saved elsewhere',
            meta: savedText(theirs.updated_at),
            value: theirs.note === '' ? 'The note was deleted.' : theirs.note,
            onChoose: decision.onDiscard,
          },
        },
      ]}
    />
  )
}

function mineOf({ refused, onKeepMine }: Decision) {
  const at = formatTimeOrDay(Date.parse(refused.chosenAt))
  return { meta: `Stored on this device at ${at}`, onChoose: onKeepMine }
}

function savedText(at: string | undefined) {
  return at ? `Saved at ${formatTimeOrDay(Date.parse(at))}` : 'Saved earlier'
}

function AnswerSummary({ statement, answer }: { statement: Statement; answer: Answer }) {
  if (answer.reason !== null)
    return (
      <>
        Does not apply: <bdi translate="no">{answer.reason}</bdi>
      </>
    )
  const { current, future, points } = sharesOf(statement, answer)
  const name = (id: number | null) =>
    statement.statement_responses[levelOf(statement, id) ?? -1]?.label ?? 'nothing'
  return (
    <>
      <LevelScale
        scale={null}
        points={points}
        current={current}
        future={future}
        className="-ml-3.5 w-50"
      />
      <p className="mt-1">
        <ContentText>{name(answer.current)}</ContentText> now,{' '}
        <ContentText>{name(answer.future)}</ContentText> in the future
      </p>
    </>
  )
}
