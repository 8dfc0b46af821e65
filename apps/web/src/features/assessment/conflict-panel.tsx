import type { Note, ResponseConflict, Statement } from 'contract/assessments'
import { GitPullRequestArrow } from 'lucide-react'
import type { ReactNode } from 'react'
import { LevelScale } from '#features/charts/level-scale.tsx'
import { Button } from '#ui/button.tsx'
import { answerTo, levelOf, sharesOf, type Answer } from './answers.ts'
import type { Change, NoteText } from './outbox-change.ts'
import { clock } from './save-words.ts'

interface Decision {
  refused: Change
  onUseMine: () => void
  onGiveUp: () => void
}

interface AnswerConflictProps extends Decision {
  statement: Statement
  /** With what is not saved. */
  answer: Answer
  theirs: ResponseConflict
}

/** Two people, one statement: both answers are shown, nothing is overwritten. */
export function AnswerConflict({ statement, answer, theirs, ...decision }: AnswerConflictProps) {
  const [first] = theirs.responses
  return (
    <Conflict
      {...decision}
      mine={{ title: 'Your answer', value: <Shown statement={statement} answer={answer} /> }}
      theirs={{
        title: theirs.saved_by ?? 'Saved elsewhere',
        savedAt: first?.updated_at,
        value: <Shown statement={statement} answer={answerTo(statement, theirs.responses)} />,
      }}
    />
  )
}

export function NoteConflict({
  mine,
  theirs,
  ...decision
}: Decision & { mine: NoteText; theirs: Note }) {
  return (
    <Conflict
      {...decision}
      mine={{ title: 'Your note', value: mine.note }}
      theirs={{
        title: 'Saved elsewhere',
        savedAt: theirs.updated_at,
        value: theirs.note === '' ? 'The note was removed.' : theirs.note,
      }}
    />
  )
}

interface ConflictProps extends Decision {
  mine: { title: string; value: ReactNode }
  theirs: { title: string; value: ReactNode; savedAt: string | undefined }
}

function Conflict({ refused, mine, theirs, onUseMine, onGiveUp }: ConflictProps) {
  const keptAt = clock(Date.parse(refused.chosenAt))
  const savedAt = theirs.savedAt ? `Saved at ${clock(Date.parse(theirs.savedAt))}` : 'Saved before'
  return (
    <section
      aria-label="Two answers"
      className="overflow-hidden rounded-lg border border-warning bg-card"
    >
      <h2 className="flex items-center gap-3 border-b border-warning bg-warning-tint px-4 py-2.5 font-semibold">
        <GitPullRequestArrow
          aria-hidden="true"
          className="size-5 shrink-0 stroke-[1.75] text-warning-ink"
        />
        This was answered elsewhere in the meantime
      </h2>
      <div className="grid divide-y sm:grid-cols-2 sm:divide-x sm:divide-y-0">
        <Side {...mine} meta={`Kept on this device at ${keptAt}`}>
          <Button variant="outline" onClick={onUseMine}>
            Use mine
          </Button>
        </Side>
        <Side {...theirs} meta={savedAt}>
          <Button variant="outline" onClick={onGiveUp}>
            Use theirs
          </Button>
        </Side>
      </div>
    </section>
  )
}

interface SideProps {
  title: string
  value: ReactNode
  meta: string
  children: ReactNode
}

function Side({ title, value, meta, children }: SideProps) {
  return (
    <div className="flex flex-col items-start p-4">
      <h3 className="font-semibold">{title}</h3>
      <p className="mb-2 text-13 text-muted-foreground">{meta}</p>
      <div dir="auto" className="mb-3 w-full text-14 wrap-anywhere whitespace-pre-line">
        {value}
      </div>
      <div className="mt-auto">{children}</div>
    </div>
  )
}

function Shown({ statement, answer }: { statement: Statement; answer: Answer }) {
  if (answer.reason !== null) return `Does not apply: ${answer.reason}`
  const { current, future, points } = sharesOf(statement, answer)
  const name = (id: number | null) =>
    statement.statement_responses[levelOf(statement, id) ?? -1]?.label ?? 'nothing'
  return (
    <>
      <LevelScale
        scale={{ kind: 'percent' }}
        points={points}
        current={current}
        future={future}
        className="-ml-3.5 w-50"
      />
      <p className="mt-1">
        {name(answer.current)} now, {name(answer.future)} in future
      </p>
    </>
  )
}
