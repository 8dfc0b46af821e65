import { FIRST_PAGE, PAGE_SIZE, PAGE_SIZES } from 'contract/list-sizes'
import { SearchX } from 'lucide-react'
import { plural } from 'rules/plural'
import { useState, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Pagination } from '#ui/pagination.tsx'
import type { Filter } from './filter-field.tsx'
import { Filters } from './filters.tsx'
import { changed, type ListSearch } from './list-search.ts'
import { Table, type Column, type TableProps } from './table.tsx'
import { SelectedRows } from './selected-rows.tsx'
import { ShowMore } from './show-more.tsx'
import { Tools, useHiddenColumns, type ListExports } from './tools.tsx'
import type { ListAnswer, MoreRows } from './use-list.ts'

export interface DataTableProps<Row, Search extends ListSearch> extends Pick<
  TableProps<Row>,
  'noun' | 'columns' | 'rowKey' | 'rowLabel' | 'renderMenu'
> {
  /** Names the list, and where its hidden columns are stored: 'users'. */
  name: string
  answer: ListAnswer<Row>
  /** The rows belong to the previous search while the new one loads. */
  isBehind: boolean
  onRetry?: (() => void) | undefined
  isRetrying?: boolean | undefined
  search: Search
  /** The sorting without a parameter, for example `name.asc`. */
  defaultSort?: string
  /** `isTyped` replaces the history entry, so that Back skips single keystrokes. */
  onSearch: (search: Search, isTyped: boolean) => void
  filters?: readonly (Filter | false)[]
  fault?: string | undefined
  /** Buttons for the selected rows; `done` clears the selection except for the remaining rows. */
  renderBulk?: (rows: readonly Row[], done: (left?: readonly Row[]) => void) => ReactNode
  exports?: ListExports<Search>
  actions?: ReactNode
  empty: ReactNode
  isWhole?: boolean
  /** The rows that can be selected, if more than the shown ones. Used with `more`, whose words name them. */
  all?: readonly Row[]
  /** The list grows on its one page instead of having pages. */
  more?: MoreRows
  noMatchAction?: ReactNode
}

/** A list whose filters, sorting and page are in the address. */
export function DataTable<Row, Search extends ListSearch>(props: DataTableProps<Row, Search>) {
  const { columns, answer, search, onSearch, noun, renderBulk } = props
  const filters = props.filters?.filter((filter) => filter !== false) ?? []
  const [hidden, hide] = useHiddenColumns(props.name)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const { sort = props.defaultSort ?? '' } = search
  const values = valuesOf(search, filters)
  const set = (change: object, isTyped = false) =>
    onSearch(changed(search, change as Partial<Search>), isTyped)
  const clear = () => set(Object.fromEntries(filters.map(({ key }) => [key, undefined])))
  const isFiltered = filters.some(({ key }) => values[key]?.length)
  const chosen = (props.all ?? answer.rows).filter((row) => selected.has(props.rowKey(row)))
  return (
    <>
      <Filters
        filters={filters}
        values={values}
        onFilter={(filter, found) =>
          set({ [filter.key]: written(filter, found) }, filter.kind === 'text')
        }
        onClear={clear}
        sorts={sortsOf(columns)}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        fault={props.fault}
      >
        <Tools
          columns={columns}
          hidden={hidden}
          onHide={hide}
          hiddenSort={hiddenSort(columns, hidden, sort)}
          exports={props.exports}
          search={search}
        />
        {props.actions}
      </Filters>
      <Table
        noun={noun}
        columns={columns.filter(({ key }) => !hidden.includes(key))}
        rows={answer.rows}
        all={props.all}
        allLabel={selectAllText(props, isFiltered)}
        rowKey={props.rowKey}
        rowLabel={props.rowLabel}
        renderMenu={props.renderMenu}
        isBehind={props.isBehind}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        {...(renderBulk && { selected, onSelect: setSelected })}
        empty={
          <NoRows
            {...props}
            isFiltered={isFiltered}
            onFirstPage={() => set({ page: undefined })}
            onClear={clear}
          />
        }
      />
      {!props.isWhole && <Pages {...props} onChange={set} />}
      {renderBulk && chosen.length > 0 && (
        <SelectedRows count={chosen.length} onNone={() => setSelected(new Set())}>
          {renderBulk(chosen, (left = []) => setSelected(new Set(left.map(props.rowKey))))}
        </SelectedRows>
      )}
    </>
  )
}

/** With a filter, only what matches is selected. */
function selectAllText(
  { all, more }: { all?: readonly unknown[]; more?: MoreRows },
  isFiltered: boolean,
) {
  if (!all || !more) return undefined
  const { one, other } = more.forms
  const what = isFiltered ? '# matching' : '#'
  return plural(all.length, {
    one: `Select ${one.replace('#', what)}`,
    other: `Select all ${other.replace('#', what)}`,
  })
}

interface PagesProps {
  answer: ListAnswer<unknown>
  search: ListSearch
  more?: MoreRows
  onChange: (change: ListSearch) => void
}

function Pages({ answer, search, more, onChange }: PagesProps) {
  if (answer.total === 0) return null
  if (more) return <ShowMore answer={answer} more={more} />
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

interface NoRowsProps {
  noun: string
  answer: ListAnswer<unknown>
  onRetry?: (() => void) | undefined
  isRetrying?: boolean | undefined
  isFiltered: boolean
  onFirstPage: () => void
  onClear: () => void
  noMatchAction?: ReactNode
  empty: ReactNode
}

function NoRows({ noun, answer, isFiltered, onFirstPage, onClear, ...props }: NoRowsProps) {
  if (answer.tooSlow !== undefined)
    return (
      <ErrorPanel
        title={`The ${noun} could not be listed`}
        onRetry={props.onRetry}
        isRetrying={props.isRetrying}
        className="border-0"
      >
        {answer.tooSlow}
      </ErrorPanel>
    )
  if (answer.total > 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title="This page is empty"
        action={
          <Button variant="outline" onClick={onFirstPage}>
            Go to the first page
          </Button>
        }
      />
    )
  if (!isFiltered) return <>{props.empty}</>
  return (
    <EmptyState
      icon={<SearchX />}
      title={`No ${noun} match these filters`}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="outline" onClick={onClear}>
            Clear filters
          </Button>
          {props.noMatchAction}
        </div>
      }
    >
      Clear the filters or try a different search.
    </EmptyState>
  )
}

function valuesOf(search: object, filters: readonly Filter[]) {
  const given = search as Record<string, unknown>
  return Object.fromEntries(
    filters.map(({ key }) => [key, [given[key] ?? []].flat().map(String)] as const),
  )
}

/** The search value of a filter: numbers as numbers, and a list only if several can be chosen. */
function written(filter: Filter, found: string[]) {
  if (found.length === 0) return undefined
  if (filter.kind !== 'choice') return found[0]
  const typed = found.map((value) => (/^\d+$/.test(value) ? Number(value) : value))
  return filter.isMany ? typed : typed[0]
}

type SortColumn = Pick<Column<never>, 'key' | 'label' | 'sort'>

function hiddenSort(columns: readonly SortColumn[], hidden: readonly string[], sort: string) {
  const away = columns.filter(({ key }) => hidden.includes(key))
  return sortsOf(away).find(({ value }) => value === sort)?.label
}

function sortsOf(columns: readonly SortColumn[]) {
  return columns.flatMap(({ label, sort }) =>
    sort === undefined
      ? []
      : [
          { value: `${sort}.asc`, label: `${label}, ascending` },
          { value: `${sort}.desc`, label: `${label}, descending` },
        ],
  )
}
