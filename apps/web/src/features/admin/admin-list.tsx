import { FIRST_PAGE, PAGE_SIZE, PAGE_SIZES } from 'contract/list-sizes'
import { SearchX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { cn } from '#ui/cn.ts'
import { Pagination } from '#ui/pagination.tsx'
import { Table, type Column } from '#ui/table.tsx'
import { ChosenRows } from './chosen-rows.tsx'
import { ListFilters, type ChoiceFilter, type TextFilter } from './list-filters.tsx'
import { changed, type ListSearch } from './list-search.ts'
import { ListTools, type ExportFormat, type ListExport } from './list-tools.tsx'
import { useHiddenColumns } from './use-columns.ts'
import { useRowGone } from './use-row-gone.ts'

export interface AdminListProps<Row, Search extends ListSearch> {
  /** Names the list, and where its columns are kept: 'users'. */
  name: string
  /** What its rows are called: "people". */
  noun: string
  columns: readonly Column<Row>[]
  answer: { rows: readonly Row[]; total: number; has_more_than_total: boolean }
  /** The rows are still those of an earlier search: on a slow line the filters stay, with what is typed into them. */
  isBehind: boolean
  rowKey: (row: Row) => number
  rowLabel: (row: Row) => string
  search: Search
  /** Sorting when the address says nothing: `name.asc`. */
  defaultSort: string
  /** `isTyped`: letter by letter, which is no step that Back goes through. */
  onSearch: (search: Search, isTyped: boolean) => void
  texts?: readonly TextFilter[]
  choices?: readonly ChoiceFilter[]
  /** Days, as 2026-11-21. */
  dates?: readonly TextFilter[]
  /** What cannot be right about the filters. */
  fault?: string | undefined
  renderMenu?: (row: Row) => ReactNode
  /** Buttons for the chosen rows; `done` unchooses them, but for those that are left to do. */
  renderBulk?: (rows: readonly Row[], done: (left?: readonly Row[]) => void) => ReactNode
  onExport?: ListExport
  /** Both unless told otherwise. */
  formats?: readonly ExportFormat[]
  /** What begins something new: the last in the row of filters. */
  actions?: ReactNode
  /** What stands in place of the rows when there are none at all. */
  empty: ReactNode
  /** The specification gives this list no page: all its rows stand on one. */
  isWhole?: boolean | undefined
  /** One more way on when the filters let nothing through. */
  noMatchAction?: ReactNode
}

/** A list of the admin area: filters, head, rows and pages, everything but the chosen rows and columns in the address. */
export function AdminList<Row, Search extends ListSearch>(props: AdminListProps<Row, Search>) {
  const { columns, answer, search, onSearch, texts = [], choices = [], dates = [] } = props
  const [hidden, hide] = useHiddenColumns(props.name)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const sort = search.sort ?? props.defaultSort
  const keys = [...texts, ...choices, ...dates].map(({ key }) => key)
  const values = valuesOf(search, keys)
  const set = (change: object, isTyped = false) =>
    onSearch(changed(search, change as Partial<Search>), isTyped)
  const clear = () => set(Object.fromEntries(keys.map((key) => [key, undefined])))
  const isFiltered = keys.some((key) => values[key]?.length)
  const chosen = answer.rows.filter((row) => selected.has(props.rowKey(row)))
  return (
    <>
      <ListFilters
        texts={texts}
        choices={choices}
        dates={dates}
        values={values}
        onFilter={(key, found) =>
          set(
            { [key]: written(choices, key, found) },
            texts.some((text) => text.key === key),
          )
        }
        onClear={clear}
        sorts={sortsOf(columns)}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        fault={props.fault}
      >
        <ListTools
          columns={columns}
          hidden={hidden}
          onHide={hide}
          hiddenSort={hiddenSort(columns, hidden, sort)}
          onExport={props.onExport}
          formats={props.formats}
        />
        {props.actions}
      </ListFilters>
      <Rows isBehind={props.isBehind}>
        <Table
          label={props.noun}
          columns={columns.filter(({ key }) => !hidden.includes(key))}
          rows={answer.rows}
          rowKey={props.rowKey}
          rowLabel={props.rowLabel}
          renderMenu={props.renderMenu}
          sort={sort}
          onSort={(next) => set({ sort: next })}
          {...(props.renderBulk && { selected, onSelect: setSelected })}
          empty={
            <Nothing
              isPastEnd={answer.total > 0}
              onFirstPage={() => set({ page: undefined })}
              noMatch={
                isFiltered && (
                  <NoMatch noun={props.noun} onClear={clear} action={props.noMatchAction} />
                )
              }
              empty={props.empty}
            />
          }
        />
      </Rows>
      {!props.isWhole && <Pages answer={answer} search={search} onChange={set} />}
      {props.renderBulk && chosen.length > 0 && (
        <ChosenRows count={chosen.length} onNone={() => setSelected(new Set())}>
          {props.renderBulk(chosen, (left = []) => setSelected(new Set(left.map(props.rowKey))))}
        </ChosenRows>
      )}
    </>
  )
}

function Rows({ isBehind, children }: { isBehind: boolean; children: ReactNode }) {
  const onFocus = useRowGone()
  return (
    <div
      aria-busy={isBehind}
      onFocus={onFocus}
      className={cn('transition-opacity', isBehind && 'opacity-60 delay-300')}
    >
      {children}
    </div>
  )
}

interface PagesProps {
  answer: { total: number; has_more_than_total: boolean }
  search: ListSearch
  onChange: (change: ListSearch) => void
}

function Pages({ answer, search, onChange }: PagesProps) {
  if (answer.total === 0) return null
  return (
    <Pagination
      page={search.page ?? FIRST_PAGE}
      limit={search.limit ?? PAGE_SIZE}
      total={answer.total}
      hasMore={answer.has_more_than_total}
      sizes={PAGE_SIZES}
      onPage={(page) => onChange({ page })}
      onLimit={(limit) => onChange({ limit })}
    />
  )
}

interface NothingProps {
  isPastEnd: boolean
  onFirstPage: () => void
  noMatch: ReactNode
  empty: ReactNode
}

function Nothing({ isPastEnd, onFirstPage, noMatch, empty }: NothingProps) {
  if (!isPastEnd) return noMatch || empty
  return (
    <EmptyState
      icon={<SearchX />}
      title="The list ends before this page"
      action={
        <Button variant="outline" onClick={onFirstPage}>
          Go to the first page
        </Button>
      }
    />
  )
}

function NoMatch({
  noun,
  onClear,
  action,
}: {
  noun: string
  onClear: () => void
  action: ReactNode
}) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={`No ${noun} match these filters`}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="outline" onClick={onClear}>
            Clear filters
          </Button>
          {action}
        </div>
      }
    >
      Clear the filters, or look for something else.
    </EmptyState>
  )
}

function valuesOf(search: object, keys: readonly string[]) {
  const given = search as Record<string, unknown>
  return Object.fromEntries(
    keys.map((key) => [key, [given[key] ?? []].flat().map(String)] as const),
  )
}

/** In the address a number stays a number, and one value alone is no list where only one can be chosen. */
function written(choices: readonly ChoiceFilter[], key: string, found: string[]) {
  if (found.length === 0) return undefined
  const choice = choices.find((other) => other.key === key)
  const typed = choice ? found.map((value) => (/^\d+$/.test(value) ? Number(value) : value)) : found
  return choice?.isMany ? typed : typed[0]
}

function hiddenSort(
  columns: readonly Pick<Column<never>, 'key' | 'label' | 'sort'>[],
  hidden: readonly string[],
  sort: string,
) {
  const away = columns.filter(({ key }) => hidden.includes(key))
  return sortsOf(away).find(({ value }) => value === sort)?.label
}

function sortsOf(columns: readonly Pick<Column<never>, 'label' | 'sort'>[]) {
  return columns.flatMap(({ label, sort }) =>
    sort === undefined
      ? []
      : [
          { value: `${sort}.asc`, label: `${label}, ascending` },
          { value: `${sort}.desc`, label: `${label}, descending` },
        ],
  )
}
