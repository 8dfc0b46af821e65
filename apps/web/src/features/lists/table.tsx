import { ArrowDown, ArrowUp, ChevronsUpDown, Ellipsis } from 'lucide-react'
import { useEffect, useRef, type FocusEvent, type ReactNode } from 'react'
import { IconButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cn } from '#ui/cn.ts'
import { Menu } from '#ui/menu.tsx'

export interface Column<Row> {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  sort?: string | undefined
  isNumber?: boolean | undefined
  /** On narrow screens: takes the full width of the block. */
  /** Names and addresses, which a browser's translation leaves as they are. */
  isName?: boolean
  isFullWidth?: boolean | undefined
}

export interface TableProps<Row> {
  noun: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The rows that can be selected, if more than the shown ones, and the words for selecting them. */
  all?: readonly Row[] | undefined
  allLabel?: string | undefined
  rowKey: (row: Row) => number
  rowLabel: (row: Row) => string
  sort?: string | undefined
  onSort?: ((sort: string) => void) | undefined
  selected?: ReadonlySet<number> | undefined
  onSelect?: ((selected: ReadonlySet<number>) => void) | undefined
  /** The items of a row's menu, the destructive ones last; null for a row without one. */
  renderMenu?: ((row: Row) => ReactNode) | undefined
  empty?: ReactNode
  isBehind?: boolean | undefined
}

// Browsers drop table semantics when CSS changes the display of rows and cells.
const AS = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

const HEAD_CELL =
  'sticky top-0 z-10 h-11 bg-muted px-4 text-left text-13 font-medium whitespace-nowrap text-subtle-foreground first:rounded-tl-lg last:rounded-tr-lg'
const CELL =
  'min-w-0 max-lg:wrap-anywhere max-lg:empty:hidden lg:h-12.5 lg:max-w-110 lg:wrap-break-word lg:px-4 lg:py-1.5'

/** The first column names the row. Under 1024 px each row is a block. */
export function Table<Row>(props: TableProps<Row>) {
  const { noun, columns, rows, empty, isBehind } = props
  const onFocus = useRemovedFocus()
  return (
    <div
      aria-busy={isBehind}
      onFocus={onFocus}
      className={cn('transition-opacity', isBehind && 'opacity-60 delay-300')}
    >
      <section
        aria-label={noun}
        tabIndex={-1}
        className="rounded-lg border bg-card max-lg:overflow-hidden lg:overflow-x-auto"
      >
        <table {...AS.table} className="w-full border-collapse text-14 max-lg:block">
          <thead {...AS.rowgroup} className="max-lg:not-focus-within:sr-only">
            <tr {...AS.row} className="border-b">
              {props.onSelect && <SelectAll {...props} />}
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} {...props} />
              ))}
              {props.renderMenu && (
                <th {...AS.columnheader} className={cn(HEAD_CELL, 'w-14')}>
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody {...AS.rowgroup} className="max-lg:block">
            {rows.map((row) => (
              <TableRow key={props.rowKey(row)} row={row} {...props} />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && empty}
      </section>
    </div>
  )
}

type HeadCellProps<Row> = Pick<TableProps<Row>, 'sort' | 'onSort'> & { column: Column<Row> }

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const order = orderOf(column.sort, sort)
  const Icon = order ? ARROWS[order] : ChevronsUpDown
  return (
    <th
      {...AS.columnheader}
      scope="col"
      aria-sort={order}
      className={cn(HEAD_CELL, 'max-lg:sr-only', column.isNumber && 'text-right')}
    >
      {column.sort !== undefined && onSort ? (
        <>
          <span className="lg:hidden">{column.label}</span>
          <button
            type="button"
            onClick={() => onSort(`${column.sort}.${order === 'ascending' ? 'desc' : 'asc'}`)}
            className={cn(
              'hit-44 inline-flex min-h-8 items-center gap-1.5 hover:text-foreground max-lg:hidden',
              order && 'font-semibold text-foreground',
            )}
          >
            {column.label}
            <Icon className={cn('size-4 stroke-[1.75]', !order && 'text-muted-foreground')} />
          </button>
        </>
      ) : (
        column.label
      )}
    </th>
  )
}

type Order = 'ascending' | 'descending' | undefined

const ARROWS = { ascending: ArrowUp, descending: ArrowDown }

function orderOf(name: string | undefined, sort: string | undefined): Order {
  const [sorted, direction] = sort?.split('.') ?? []
  if (name === undefined || name !== sorted) return undefined
  return direction === 'desc' ? 'descending' : 'ascending'
}

function SelectAll<Row>(props: TableProps<Row>) {
  const { rows, all, allLabel, rowKey, selected, onSelect } = props
  const keys = (all ?? rows).map(rowKey)
  const isAll = keys.length > 0 && keys.every((key) => selected?.has(key))
  return (
    <th {...AS.columnheader} className={cn(HEAD_CELL, 'w-12 pr-0')}>
      <Checkbox
        label={allLabel ?? 'Select all on this page'}
        isLabelHidden
        checked={isAll}
        onChange={() => onSelect?.(new Set(isAll ? [] : keys))}
      />
    </th>
  )
}

function TableRow<Row>(props: TableProps<Row> & { row: Row }) {
  const { row, columns, rowKey, rowLabel, renderMenu, selected, onSelect } = props
  const key = rowKey(row)
  const isSelected = selected?.has(key) ?? false
  const menu = renderMenu?.(row)
  return (
    <tr
      {...AS.row}
      aria-selected={onSelect ? isSelected : undefined}
      className="relative border-b last:border-0 hover:bg-muted aria-selected:bg-primary-tint max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-4 max-lg:gap-y-1 max-lg:py-3 max-lg:pr-14 max-lg:pl-4"
    >
      {onSelect && (
        <td {...AS.cell} className={cn(CELL, 'lg:w-12 lg:pr-0')}>
          <Checkbox
            label={`Select ${rowLabel(row)}`}
            isLabelHidden
            checked={isSelected}
            onChange={() => onSelect(toggled(selected, key))}
          />
        </td>
      )}
      {columns.map(({ key: name, label, cell, isNumber, isName, isFullWidth }, index) => (
        <td
          key={name}
          {...(index === 0 ? AS.rowheader : AS.cell)}
          translate={isName ? 'no' : undefined}
          className={cn(
            CELL,
            index === 0 && 'font-medium max-lg:basis-full max-lg:text-16',
            index === 0 && onSelect && 'max-lg:basis-[calc(100%-3.5rem)]',
            isFullWidth && 'max-lg:basis-full',
            isNumber && 'tabular-nums lg:text-right',
          )}
        >
          {isNumber && <span className="text-muted-foreground lg:hidden">{label} </span>}
          {cell(row)}
        </td>
      ))}
      {renderMenu && (
        <td
          {...AS.cell}
          className={cn(CELL, 'max-lg:absolute max-lg:top-2 max-lg:right-2 lg:w-14')}
        >
          {menu && (
            <Menu
              trigger={
                <IconButton label={`Actions for ${rowLabel(row)}`} icon={<Ellipsis />} size="xs" />
              }
            >
              {menu}
            </Menu>
          )}
        </td>
      )}
    </tr>
  )
}

function toggled(selected: ReadonlySet<number> | undefined, key: number) {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}

/** After a row with the focus is removed, focuses the page's heading. */
function useRemovedFocus() {
  const last = useRef<Element>(null)
  useEffect(() => {
    if (!last.current || last.current.isConnected) return
    last.current = null
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  })
  return ({ currentTarget, target }: FocusEvent) => {
    // The items of an open menu aren't in the table.
    if (currentTarget.contains(target)) last.current = target
  }
}
