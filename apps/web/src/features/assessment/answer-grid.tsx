import type { Statement } from 'contract/assessments'
import { useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { AnswerHeads } from './answer-heads.tsx'
import { AnswerRow } from './answer-row.tsx'
import { levelOf, type Answer } from './answers.ts'
import { inside, moveCell, type Cell } from './grid-focus.ts'

export interface GridHandle {
  focus: (cell: Cell) => void
  arrive: () => void
}

interface AnswerGridProps {
  ref: Ref<GridHandle>
  statement: Statement
  answer: Answer
  onChoose: (state: 1 | 2, level: number) => void
  /** Enter, once both are chosen. */
  onEnter: () => void
}

const DENSE_FROM = 7

/** One list of responses with two columns of radios, which share one set of arrow keys. */
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

  /** Touched or clicked, a statement is read from its top; keys need to see where they are. */
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
