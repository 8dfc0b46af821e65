import type { Statement } from 'contract/listed-statement'
import { Check, CircleQuestionMark, History, TriangleAlert } from 'lucide-react'
import { isolated } from '#core/isolated.ts'
import { allows } from 'rules/assessment-status'
import { statementReference } from 'rules/reference'
import { questionsAbout } from 'rules/shared-work'
import { Detail, NoteAndFiles } from './note-and-files.tsx'
import { openQuestionsText } from '#features/assessments/open-questions-text.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { ContentText, useContentText } from '#ui/content-text.tsx'
import { Mark } from '#ui/marks.tsx'
import {
  type Answer,
  isAnswered,
  isBelowCurrent,
  levelOf,
  NO_ANSWER,
} from '#features/assessments/answering/answers.ts'
import { useResponseNumbers } from '#features/content/response-numbers.tsx'
import type { Player } from '#features/assessments/player/use-player.ts'

interface CheckRowProps {
  player: Player
  index: number
  /** Whether answers can be changed. */
  isOpen: boolean
  isMissing: boolean
  onChange: () => void
}

/** More levels than this are chosen on the statement's own page. */
const MOST_LEVELS = 7

export function CheckRow(props: CheckRowProps) {
  const { player, index, isMissing } = props
  const { quiz, answers, answering } = player
  const statement = quiz.statements[index]
  if (!statement) return null
  const answer = answers[index] ?? NO_ANSWER
  const reference = statementReference(statement, quiz.element)
  const isTheirs = player.mayAnswer(statement)
  const isOpen =
    props.isOpen || (isTheirs && player.isLocked && allows(quiz.assessment.status, 'answer'))
  return (
    <li
      className={cn(
        'grid gap-x-6 gap-y-2 px-(--gutter) py-3 md:grid-cols-[minmax(0,1fr)_24rem] md:px-5',
        isMissing && 'bg-warning-tint',
      )}
    >
      <Asked {...{ player, statement, answer, reference }} />
      <div dir="ltr" className="min-w-0">
        <div className="flex items-start justify-between gap-3">
          <Now statement={statement} answer={answer} year={quiz.assessment.carried_from} />
          {isTheirs ? (
            <Decisions {...props} {...{ isOpen, statement, answer, reference }} />
          ) : (
            <Button
              id={changeId(statement)}
              size="sm"
              variant="ghost"
              onClick={props.onChange}
              aria-label={`Open ${isolated(reference)}`}
            >
              Open
            </Button>
          )}
        </div>
        {answer.current !== null && (
          <Futures
            statement={statement}
            answer={answer}
            label={`Future for ${isolated(reference)}`}
            onChoose={
              isOpen
                ? (responseId) => answering.chooseFutures([{ statement, responseId }])
                : undefined
            }
          />
        )}
      </div>
    </li>
  )
}

interface AskedProps {
  player: Player
  statement: Statement
  answer: Answer
  reference: string
}

/** The statement with its note, files and open questions. */
function Asked({ player, statement, answer, reference }: AskedProps) {
  const content = useContentText()
  const questions = questionsAbout(player.quiz.shared, statement.id).length
  return (
    <div className="min-w-0">
      <p {...content} className="wrap-anywhere">
        <bdi translate="no" className="me-1.5 text-13 text-muted-foreground">
          {reference}
        </bdi>
        {statement.text}
      </p>
      <NoteAndFiles {...{ player, statement, answer }} />
      {questions > 0 && (
        <Detail icon={<CircleQuestionMark />} label="Discussion">
          {openQuestionsText(questions)}
        </Detail>
      )}
    </div>
  )
}

type DecisionsProps = Pick<CheckRowProps, 'player' | 'isOpen' | 'onChange'> & {
  statement: Statement
  answer: Answer
  reference: string
}

function Decisions({ player, isOpen, statement, answer, reference, onChange }: DecisionsProps) {
  const verb = isAnswered(answer) || answer.isToConfirm ? 'Change' : 'Answer'
  return (
    <div className="flex shrink-0 gap-1">
      {answer.isToConfirm && isOpen && (
        <Button
          size="sm"
          icon={<Check />}
          onClick={() => player.answering.confirm(null, statement)}
          aria-label={`Confirm ${isolated(reference)}`}
        >
          Confirm
        </Button>
      )}
      <Button
        id={changeId(statement)}
        size="sm"
        variant={verb === 'Change' ? 'ghost' : 'outline'}
        onClick={onChange}
        aria-label={`${verb} ${isolated(reference)}`}
      >
        {verb}
      </Button>
    </div>
  )
}

export function changeId({ id }: Statement) {
  return `change-${id}`
}

interface NowProps {
  statement: Statement
  answer: Answer
  year: number | null
}

export function Now({ statement, answer, year }: NowProps) {
  const { current, reason, isToConfirm } = answer
  if (reason !== null)
    return (
      <p className="min-w-0 py-2 wrap-anywhere">
        Does not apply: <bdi translate="no">{reason}</bdi>
      </p>
    )
  const label = statement.statement_responses[levelOf(statement, current) ?? -1]?.label
  if (label === undefined)
    return (
      <p className="flex items-center gap-2 py-2 font-medium text-warning-ink">
        <TriangleAlert aria-hidden="true" className="size-4.5 shrink-0 stroke-[1.75]" />
        Not answered
      </p>
    )
  return (
    <p className="min-w-0 py-2 wrap-anywhere">
      <Mark kind="current" className="me-2" />
      <span className="text-muted-foreground">Now: </span>
      <ContentText className="font-semibold">{label}</ContentText>
      {isToConfirm && (
        <span className="mt-0.5 flex items-center gap-1.5 text-13 text-subtle-foreground">
          <History aria-hidden="true" className="size-4 shrink-0 stroke-[1.75]" />
          {year === null ? 'This statement has changed' : `Copied from ${year}`}
        </span>
      )}
    </p>
  )
}

interface FuturesProps {
  statement: Statement
  answer: Answer
  label: string
  onChoose: ((responseId: number) => void) | undefined
}

export function Futures({ statement, answer, label, onChoose }: FuturesProps) {
  const { statement_responses: responses } = statement
  const { numbers } = useResponseNumbers(responses)
  const chosen = responses.find(({ id }) => id === answer.future)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="wrap-anywhere">
        <Mark kind="future" className="me-2" />
        <span className="text-muted-foreground">Future: </span>
        <ContentText className="font-semibold">{chosen?.label ?? 'Not answered'}</ContentText>
      </p>
      {onChoose && responses.length <= MOST_LEVELS && (
        <div role="group" aria-label={label} className="ms-auto flex gap-1">
          {responses.map((response, level) => (
            <Level
              key={response.id}
              number={numbers[level] ?? null}
              name={response.label}
              isChosen={response.id === answer.future}
              isBlocked={isBelowCurrent(statement, answer, response)}
              onChoose={() => onChoose(response.id)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

interface LevelProps {
  number: number | null
  name: string
  isChosen: boolean
  isBlocked: boolean
  onChoose: () => void
}

function Level({ number, name, isChosen, isBlocked, onChoose }: LevelProps) {
  if (isBlocked)
    return (
      <span aria-hidden="true" className="grid size-10 place-items-center text-muted-foreground">
        –
      </span>
    )
  return (
    <button
      type="button"
      title={name}
      aria-pressed={isChosen}
      onClick={() => !isChosen && onChoose()}
      className="grid h-10 min-w-10 place-items-center rounded-md border border-input bg-card text-14 font-semibold tabular-nums hover:border-state-future aria-pressed:border-2 aria-pressed:border-state-future aria-pressed:bg-state-future-tint aria-pressed:text-state-future-ink"
    >
      {number === null ? (
        <span className="max-w-24 truncate px-2">{name}</span>
      ) : (
        <>
          {number}
          <span className="sr-only"> {name}</span>
        </>
      )}
    </button>
  )
}
