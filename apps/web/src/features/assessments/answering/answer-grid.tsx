import type { Statement } from 'contract/listed-statement'
import { searchNorm } from 'contract/search-norm'
import { Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cn } from '#ui/cn.ts'
import { useContentDirection } from '#ui/content-text.tsx'
import { Mark } from '#ui/marks.tsx'
import { TextField } from '#ui/text-field.tsx'
import { choiceId } from './answer-choice.tsx'
import { AnswerRow } from './answer-row.tsx'
import { type Answer, firstFuture, levelOf, needsFuture } from './answers.ts'
import type { EarlierAnswer } from './earlier-answer.tsx'
import { useResponseNumbers } from '#features/content/response-numbers.tsx'
import { type Cell, type Column, logicalArrowKey, clampCell, moveCell } from './grid-focus.ts'

export interface GridHandle {
  focus: (cell: Cell) => void
  focusTabStop: () => void
}

interface AnswerGridProps {
  ref: Ref<GridHandle>
  statement: Statement
  answer: Answer
  /** The same statement's response in an earlier year. */
  earlier?: EarlierAnswer | undefined
  onChoose: (state: 1 | 2, level: number) => void
  onEnter: () => void
}

const DENSE_FROM = 7
/** Longer lists have no rail; from `SEARCH_FROM` they have a search and scroll by themselves. */
const LIST_FROM = 8
const SEARCH_FROM = 20

export function AnswerGrid(props: AnswerGridProps) {
  const { ref, statement, answer, earlier, onChoose, onEnter } = props
  const responses = statement.statement_responses
  const currentLevel = levelOf(statement, answer.current)
  const futureLevel = levelOf(statement, answer.future)
  const first = firstFuture(statement, answer)
  const isFutureNext = needsFuture(answer)
  const isList = responses.length >= LIST_FROM
  const isLong = responses.length >= SEARCH_FROM
  const [search, setSearch] = useState('')
  const rows = matchingRows(statement, search)
  const { numbers } = useResponseNumbers(responses)
  const cells = useRef(new Map<string, HTMLButtonElement>())
  const [focused, setFocused] = useState<Cell>({ row: currentLevel ?? 0, column: 'current' })
  const tabStop = clampCell(focused, rows, first)
  const region = useScrollToCurrent(currentLevel)
  const direction = useContentDirection()

  function focus(cell: Cell) {
    const { row, column } = clampCell(cell, rows, first)
    cells.current.get(`${row} ${column}`)?.focus()
  }

  /** Scrolls only for keyboard users; others read the statement from its top. */
  function focusTabStop() {
    const cell = cells.current.get(`${tabStop.row} ${tabStop.column}`)
    cell?.focus({ preventScroll: true })
    if (cell?.matches(':focus-visible')) cell.scrollIntoView({ block: 'nearest' })
  }

  useImperativeHandle(ref, () => ({ focus, focusTabStop }))

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    // Space chooses. Enter would, too, as on any button, and so answer a statement that should be skipped.
    if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) {
      event.preventDefault()
      if (!event.repeat) onEnter()
    }
    const next = moveCell(tabStop, logicalArrowKey(event.key, direction), rows, first)
    if (next === null) return
    event.preventDefault()
    focus(next)
  }

  return (
    <>
      {isLong && (
        <TextField
          type="search"
          label="Find a response"
          isLabelHidden
          placeholder="Find a response"
          icon={<Search />}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          fieldClassName="mb-3 max-w-md max-md:px-(--gutter)"
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys bubble up from its radios */}
      <div
        ref={region}
        dir={direction}
        onKeyDown={onKeyDown}
        className={cn(
          'relative border-y bg-card md:rounded-lg md:border-x',
          isLong ? 'max-h-[min(36rem,70dvh)] overflow-y-auto' : 'md:overflow-clip',
        )}
      >
        <AnswerHeader {...{ statement, first, isList, isLong, isFutureNext }} />
        <ul>
          {rows.map((row) => {
            const response = responses[row]
            return (
              response && (
                <AnswerRow
                  key={response.id}
                  response={response}
                  level={row}
                  number={numbers[row] ?? null}
                  currentLevel={currentLevel}
                  futureLevel={futureLevel}
                  canBeFuture={row >= first}
                  isFutureNext={isFutureNext}
                  earlierYear={earlier?.responseId === response.id ? earlier.year : null}
                  isList={isList}
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
              )
            )
          })}
        </ul>
        {rows.length === 0 && (
          <p role="status" className="border-t px-4 py-6 text-15 text-muted-foreground">
            No responses match your search.
          </p>
        )}
      </div>
    </>
  )
}

/** Indexes of the responses with a search text in their label or description. */
function matchingRows({ statement_responses }: Statement, search: string) {
  const text = searchNorm(search.trim())
  return statement_responses.flatMap(({ label, description }, row) =>
    searchNorm(`${label}\n${description ?? ''}`).includes(text) ? [row] : [],
  )
}

/** Scrolls a long list, not the page, to the current response when the statement opens. */
function useScrollToCurrent(now: number | null) {
  const region = useRef<HTMLDivElement>(null)
  const [first] = useState(now)
  useLayoutEffect(() => {
    const row = first === null ? undefined : region.current?.querySelectorAll('li')[first]
    if (region.current && row)
      region.current.scrollTop = row.offsetTop - ROWS_ABOVE * row.clientHeight
  }, [first])
  return region
}

const ROWS_ABOVE = 2

interface AnswerHeaderProps {
  statement: Statement
  first: number
  isList: boolean
  isLong: boolean
  isFutureNext: boolean
}

function AnswerHeader(props: AnswerHeaderProps) {
  const { statement, first, isList, isLong, isFutureNext } = props
  const ids = statement.statement_responses.map(({ id }) => id)
  return (
    <div
      className={cn(
        'grid grid-cols-[2.125rem_minmax(0,1fr)_3rem_3rem] items-center gap-x-2 bg-background py-2.5 ps-4 pe-2 max-md:border-b md:short:py-1 md:grid-cols-[2.125rem_minmax(0,1fr)_6.5rem_6.5rem] md:gap-x-3.5 md:ps-3 md:pe-2',
        isLong ? 'sticky top-0 z-10' : 'max-md:sticky max-md:top-16 max-md:z-10 max-md:low:top-0',
        isFutureNext && 'future-column',
      )}
    >
      {isFutureNext && (
        <span
          aria-hidden="true"
          dir="ltr"
          className="col-span-2 col-start-2 text-end text-15 font-semibold text-state-future-ink md:hidden"
        >
          Where do we want to be?
        </span>
      )}
      <span
        aria-hidden="true"
        className={cn(
          'col-start-2 text-15 text-subtle-foreground',
          isFutureNext && 'max-md:hidden',
        )}
      >
        {isList ? (
          'Response'
        ) : (
          <>
            <span className="max-md:hidden">Response level</span>
            <span className="md:hidden">Level</span>
          </>
        )}
      </span>
      <Head
        column="current"
        question="Where are we now?"
        isHiddenOnPhone={isFutureNext}
        short="Now"
        owns={ids.map((id) => choiceId(id, 'current'))}
      />
      <Head
        column="future"
        question="Where do we want to be?"
        short="Future"
        owns={ids.slice(first).map((id) => choiceId(id, 'future'))}
      />
    </div>
  )
}

interface HeadProps {
  column: Column
  question: string
  short: string
  owns: string[]
  /** The other question needs its place there. */
  isHiddenOnPhone?: boolean
}

function Head({ column, question, short, owns, isHiddenOnPhone }: HeadProps) {
  const ink = column === 'current' ? 'text-state-current-ink' : 'text-state-future-ink'
  return (
    <div
      className={cn(
        'flex flex-col items-center gap-1 text-center text-14 font-semibold md:short:flex-row md:short:justify-center md:short:gap-1 md:short:text-12',
        ink,
        isHiddenOnPhone && 'max-md:sr-only',
      )}
    >
      <Mark kind={column} className="[--mark-surface:var(--background)]" />
      <span
        dir="ltr"
        id={`question-${column}`}
        className="leading-tight text-balance max-md:sr-only"
      >
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
