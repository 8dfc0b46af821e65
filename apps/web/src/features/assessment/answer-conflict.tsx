import type { Note, ResponseConflict, Statement } from 'contract/assessments'
import { LevelScale } from '#features/charts/level-scale.tsx'
import { ConflictPanel } from '#ui/conflict-panel.tsx'
import { answerTo, levelOf, sharesOf, type Answer } from './answers.ts'
import type { Change, NoteText } from './outbox-change.ts'
import { clock } from './save-words.ts'

interface Decision {
  refused: Change
  onUseMine: () => void
  onGiveUp: () => void
}

const TITLE = 'This was answered elsewhere in the meantime'

interface AnswerConflictProps extends Decision {
  statement: Statement
  /** With what is not saved. */
  answer: Answer
  theirs: ResponseConflict
}

/** Two people, one statement: both answers are shown, nothing is overwritten. */
export function AnswerConflict({ statement, answer, theirs, ...decision }: AnswerConflictProps) {
  const saved = answerTo(statement, theirs.responses)
  return (
    <ConflictPanel
      title={TITLE}
      conflicts={[
        {
          mine: {
            title: 'Your answer',
            value: <Shown statement={statement} answer={answer} />,
            ...mineOf(decision),
          },
          theirs: {
            title: theirs.saved_by ?? 'Saved elsewhere',
            meta: savedWords(theirs.responses[0]?.updated_at),
            value: <Shown statement={statement} answer={saved} />,
            onChoose: decision.onGiveUp,
          },
        },
      ]}
    />
  )
}

export function NoteConflict({
  mine,
  theirs,
  ...decision
}: Decision & { mine: NoteText; theirs: Note }) {
  return (
    <ConflictPanel
      title={TITLE}
      conflicts={[
        {
          mine: { title: 'Your note', value: mine.note, ...mineOf(decision) },
          theirs: {
            title: 'Saved elsewhere',
            meta: savedWords(theirs.updated_at),
            value: theirs.note === '' ? 'The note was removed.' : theirs.note,
            onChoose: decision.onGiveUp,
          },
        },
      ]}
    />
  )
}

function mineOf({ refused, onUseMine }: Decision) {
  const at = clock(Date.parse(refused.chosenAt))
  return { meta: `Kept on this device at ${at}`, onChoose: onUseMine }
}

function savedWords(at: string | undefined) {
  return at ? `Saved at ${clock(Date.parse(at))}` : 'Saved before'
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
