import { ListFilter } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { FieldError } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { FilterField, type Filter } from './filter-field.tsx'

interface FiltersProps {
  filters: readonly Filter[]
  /** Every value as text, by the filter's key. */
  values: Readonly<Record<string, readonly string[]>>
  onFilter: (filter: Filter, values: string[]) => void
  onClear: () => void
  /** For narrow screens, which have no column headers. */
  sorts: readonly { value: string; label: string }[]
  sort: string
  onSort: (sort: string) => void
  fault?: string | undefined
  children?: ReactNode
}

/** A row of filters; narrow screens have the text search and a sheet with the other filters. */
export function Filters(props: FiltersProps) {
  const { filters, values, onFilter, onClear, fault } = props
  const first = filters.find(({ kind }) => kind === 'text')
  const others = filters.filter((filter) => filter !== first)
  const chips = chipsOf(props)
  const { row, leave } = useFocusAfterRemoval()
  const active = others.flatMap(({ key }) => values[key] ?? []).length
  const fieldOf = (filter: Filter, isWide?: boolean) => (
    <FilterField
      key={filter.key}
      filter={filter}
      chosen={values[filter.key] ?? []}
      onFilter={onFilter}
      isWide={isWide}
    />
  )
  return (
    <search ref={row} aria-label="Filters" className="mb-3 flex flex-wrap items-center gap-2.5">
      {first && fieldOf(first)}
      <div className="contents max-lg:hidden">{others.map((filter) => fieldOf(filter))}</div>
      <div className="lg:hidden">
        <FilterSheet {...props} count={active}>
          {others.map((filter) => fieldOf(filter, true))}
        </FilterSheet>
      </div>
      {chips.map(({ filter, value, label }, index) => (
        <Chip
          key={`${filter.key} ${value}`}
          label={label}
          onRemove={() => {
            leave(index)
            onFilter(
              filter,
              (values[filter.key] ?? []).filter((other) => other !== value),
            )
          }}
        />
      ))}
      {Object.values(values).some((chosen) => chosen.length > 0) && (
        <button
          type="button"
          onClick={() => {
            leave(0)
            onClear()
          }}
          className="link hit-44 text-14"
        >
          Clear
        </button>
      )}
      <div className="ml-auto flex gap-2.5 max-lg:has-[>:only-child]:hidden">{props.children}</div>
      <Fault text={fault} />
    </search>
  )
}

function Fault({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <div role="alert" className="basis-full">
      <FieldError>{text}</FieldError>
    </div>
  )
}

function placeAfter(row: HTMLElement, gone: number) {
  const chips = [...row.querySelectorAll<HTMLElement>('[data-chip] button')]
  const menus = [...row.querySelectorAll<HTMLElement>('[aria-haspopup]')]
  const menu = menus.find((button) => button.checkVisibility())
  return chips[gone] ?? chips.at(-1) ?? menu ?? document.querySelector<HTMLElement>('main h1')
}

/** After a chip is removed, focuses the next chip, a filter or the page's heading. */
function useFocusAfterRemoval() {
  const row = useRef<HTMLElement>(null)
  const gone = useRef<number>(undefined)
  useEffect(() => {
    if (gone.current === undefined || document.activeElement !== document.body) return
    if (row.current) placeAfter(row.current, gone.current)?.focus()
    gone.current = undefined
  })
  return {
    row,
    leave: (index: number) => {
      gone.current = index
    },
  }
}

function chipsOf({ filters, values }: FiltersProps) {
  return filters.flatMap((filter) =>
    filter.kind === 'choice'
      ? (values[filter.key] ?? []).map((value) => ({
          filter,
          value,
          label: filter.options.find((option) => option.value === value)?.label ?? value,
        }))
      : [],
  )
}

interface FilterSheetProps extends Pick<FiltersProps, 'sorts' | 'sort' | 'onSort' | 'fault'> {
  count: number
  children: ReactNode
}

function FilterSheet({ sorts, sort, onSort, fault, count, children }: FilterSheetProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Sheet
      open={isOpen}
      onOpenChange={setOpen}
      side="right"
      title="Filters"
      trigger={
        <Button variant="outline" icon={<ListFilter />}>
          Filters{count > 0 && ` (${count})`}
        </Button>
      }
      footer={<Button onClick={() => setOpen(false)}>Show results</Button>}
    >
      <div className="flex flex-col gap-4">
        {children}
        <Fault text={fault} />
        {sorts.length > 0 && (
          <SelectField
            label="Sort by"
            options={sorts}
            value={sort}
            onChange={(event) => onSort(event.target.value)}
          />
        )}
      </div>
    </Sheet>
  )
}
