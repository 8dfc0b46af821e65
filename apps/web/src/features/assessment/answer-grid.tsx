import type { Statement } from 'contract/assessments'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { Mark } from '#ui/marks.tsx'
import { choiceId } from './answer-choice.tsx'
import { AnswerRow } from './answer-row.tsx'
import { type Answer, levelOf } from './answers.ts'
import { type Cell, type Column, inside, moveCell } from './grid-focus.ts'

export interface GridHandle {
  focus: (cell: Cell) => void
  arrive: () => void
}

interface AnswerGridProps {
  ref: Ref<GridHandle>
  statement: Statement
  answer: Answer
  onChoose: (state: 1 | 2, level: number) => void
  onEnter: () => void
}

const DENSE_FROM = 7

export function AnswerGrid({ ref, statement, answer, onChoose, onEnter }: AnswerGridProps) {
  const responses = statement.statement_responses
  const now = levelOf(statement, answer.current)
  const then = levelOf(statement, answer.future)
  const cells = useRef(new Map<string, HTMLButtonElement>())
  const [focused, setFocused] = useState<Cell>({ row: now ?? 0, column: 'current' })
  const tabStop = inside(focused, responses.length, now ?? 0)

  function focus(cell: Cell) {
    const { row, column } = inside(cell, responses.length, now ?? 0)
    cells.current.get(`${row} ${column}`)?.focus()
  }

  /** Scrolls only for keyboard users; others read the statement from its top. */
  function arrive() {
    const cell = cells.current.get(`${tabStop.row} ${tabStop.column}`)
    cell?.focus({ preventScroll: true })
    if (cell?.matches(':focus-visible')) cell.scrollIntoView({ block: 'nearest' })
  }

  useImperativeHandle(ref, () => ({ focus, arrive }))

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const isDone = answer.current !== null && answer.future !== null
    if (event.key === 'Enter' && isDone && event.target instanceof HTMLButtonElement) {
      event.preventDefault()
      onEnter()
    }
    const next = moveCell(tabStop, event.key, responses.length, now ?? 0)
    if (next === null) return
    event.preventDefault()
    focus(next)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys bubble up from its radios
    <div
      onKeyDown={onKeyDown}
      className="border-y bg-card md:overflow-clip md:rounded-lg md:border-x"
    >
      <AnswerHeads statement={statement} now={now} />
      <ul>
        {responses.map((response, row) => (
          <AnswerRow
            key={response.id}
            response={response}
            level={row}
            now={now}
            then={then}
            isLast={row === responses.length - 1}
            isDense={responses.length >= DENSE_FROM}
            tabStop={tabStop.row === row ? tabStop.column : null}
            onChoose={(column) => onChoose(column === 'current' ? 1 : 2, row)}
            onFocus={(column) => setFocused({ row, column })}
            cellRef={(column) => (button) => {
              if (button) cells.current.set(`${row} ${column}`, button)
              return () => void cells.current.delete(`${row} ${column}`)
            }}
          />
        ))}
      </ul>
    </div>
  )
}

function AnswerHeads({ statement, now }: { statement: Statement; now: number | null }) {
  const ids = statement.statement_responses.map(({ id }) => id)
  return (
    <div className="grid grid-cols-[2.125rem_minmax(0,1fr)_3rem_3rem] items-center gap-x-2 bg-background py-2.5 pr-2 pl-4 max-md:sticky max-md:top-16 max-md:z-10 max-md:border-b md:grid-cols-[2.125rem_minmax(0,1fr)_6.5rem_6.5rem] md:gap-x-3.5 md:pr-2 md:pl-3">
      <span aria-hidden="true" className="col-start-2 text-15 text-subtle-foreground">
        <span className="max-md:hidden">Response level</span>
        <span className="md:hidden">Level</span>
      </span>
      <Head
        column="current"
        question="Where are we now?"
        short="Now"
        owns={ids.map((id) => choiceId(id, 'current'))}
      />
      <Head
        column="future"
        question="Where do we want to be?"
        short="Future"
        owns={ids.slice(now ?? 0).map((id) => choiceId(id, 'future'))}
      />
    </div>
  )
}

interface HeadProps {
  column: Column
  question: string
  short: string
  owns: string[]
}

function Head({ column, question, short, owns }: HeadProps) {
  const ink = column === 'current' ? 'text-state-current-ink' : 'text-state-future-ink'
  return (
    <div className={`flex flex-col items-center gap-1 text-center text-14 font-semibold ${ink}`}>
      <Mark kind={column} className="[--mark-surface:var(--background)]" />
      <span id={`question-${column}`} className="leading-tight text-balance max-md:sr-only">
        {question}
      </span>
      <span aria-hidden="true" className="md:hidden">
        {short}
      </span>
      <div
        role="radiogroup"
        aria-labelledby={`question-${column}`}
        aria-describedby="statement"
        aria-owns={owns.join(' ')}
      />
    </div>
  )
}
