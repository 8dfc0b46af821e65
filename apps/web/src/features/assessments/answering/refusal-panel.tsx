import type { Note, ResponseConflict } from 'contract/assessments'
import type { Statement } from 'contract/listed-statement'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { isolated } from '#core/isolated.ts'
import { LevelScale } from '#features/charts/level-scale.tsx'
import { Button } from '#ui/button.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { ConflictPanel } from '#ui/conflict-panel.tsx'
import { type Answer, answerTo, levelOf, sharesOf } from './answers.ts'
import type { Change, NoteText } from '#features/assessments/outbox/outbox-change.ts'
import { atOrOn } from '#features/assessments/outbox/save-labels.ts'

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
  const { refused, statement, answer } = props
  const { conflict, note, savedBy } = refused.refusal ?? {}
  if (conflict) return <AnswerConflict {...props} theirs={conflict} />
  if (note && refused.kind === 'note')
    return <NoteConflict {...props} mine={refused} theirs={note} savedBy={savedBy ?? null} />
  return refused.kind === 'note' ? (
    <NotSaved {...props} what="note">
      <bdi translate="no" className="whitespace-pre-line">
        {refused.note}
      </bdi>
    </NotSaved>
  ) : (
    <NotSaved {...props} what="answer">
      <AnswerSummary statement={statement} answer={answer} />
    </NotSaved>
  )
}

type NotSavedProps = RefusalPanelProps & { what: 'note' | 'answer'; children: ReactNode }

/** The refused value stays on the device until the user decides. */
function NotSaved({ refused, what, onKeepMine, onDiscard, children }: NotSavedProps) {
  return (
    <section
      aria-label="Not saved"
      className="rounded-lg border border-destructive bg-destructive-tint p-4"
    >
      <p className="flex gap-3">
        <TriangleAlert className="mt-0.5 size-5 shrink-0 stroke-[1.75] text-destructive-ink" />
        <span className="measure">
          <strong className="font-semibold">{`Your ${what} could not be saved.`}</strong>{' '}
          {`${refused.refusal?.message} Your ${what} is stored on this device.`}
        </span>
      </p>
      <div className="mt-3 ml-8 max-h-48 overflow-y-auto text-14 wrap-anywhere">{children}</div>
      <div className="mt-3 flex flex-wrap gap-3 pl-8">
        <Button variant="outline" onClick={onKeepMine}>
          Try again
        </Button>
        <Button variant="ghost" onClick={onDiscard}>
          {`Discard ${what}`}
        </Button>
      </div>
    </section>
  )
}

type Decision = Pick<RefusalPanelProps, 'refused' | 'onKeepMine' | 'onDiscard'>

type AnswerConflictProps = RefusalPanelProps & { theirs: ResponseConflict }

function AnswerConflict({ statement, answer, theirs, ...decision }: AnswerConflictProps) {
  const saved = answerTo(statement, theirs.responses)
  const at = theirs.responses
    .map((row) => row.updated_at)
    .toSorted()
    .at(-1)
  const labels = labelsOf(theirs.saved_by, at)
  return (
    <ConflictPanel
      title={labels.title}
      conflicts={[
        {
          mine: {
            title: 'Your answer',
            value: <AnswerSummary statement={statement} answer={answer} />,
            ...labels.mine,
            ...mineOf(decision),
          },
          theirs: {
            title: theirs.saved_by ?? 'Saved elsewhere',
            meta: savedText(at),
            value: <AnswerSummary statement={statement} answer={saved} />,
            ...labels.theirs,
            onChoose: decision.onDiscard,
          },
        },
      ]}
    />
  )
}

type NoteConflictProps = Decision & { mine: NoteText; theirs: Note; savedBy: string | null }

function NoteConflict({ mine, theirs, savedBy, ...decision }: NoteConflictProps) {
  const labels = labelsOf(savedBy, theirs.updated_at)
  return (
    <ConflictPanel
      title={labels.title}
      conflicts={[
        {
          mine: { title: 'Your note', value: mine.note, ...labels.mine, ...mineOf(decision) },
          theirs: {
            title: savedBy ?? 'Saved elsewhere',
            meta: savedText(theirs.updated_at),
            value: theirs.note === '' ? 'The note was deleted.' : theirs.note,
            ...labels.theirs,
            onChoose: decision.onDiscard,
          },
        },
      ]}
    />
  )
}

/** A colleague is named. Without one, it was the same user elsewhere. */
function labelsOf(savedBy: string | null, at: string | undefined) {
  if (savedBy === null || at === undefined)
    return { title: 'This statement was changed in another tab or on another device' }
  return {
    title: `${isolated(savedBy)} changed this ${atOrOn(Date.parse(at))}`,
    mine: { action: 'Keep mine' },
    theirs: { action: `Take ${isolated(firstNameOf(savedBy))}’s` },
  }
}

function firstNameOf(name: string) {
  return name.trim().split(/\s+/)[0] ?? name
}

function mineOf({ refused, onKeepMine }: Decision) {
  const when = atOrOn(Date.parse(refused.chosenAt))
  return { meta: `Stored on this device ${when}`, onChoose: onKeepMine }
}

function savedText(at: string | undefined) {
  return at ? `Saved ${atOrOn(Date.parse(at))}` : 'Saved earlier'
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
