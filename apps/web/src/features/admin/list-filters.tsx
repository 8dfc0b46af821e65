import { ListFilter } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { FieldError } from '#ui/field.tsx'
import { FilterMenu } from '#ui/filter-menu.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { TextField } from '#ui/text-field.tsx'
import { DateFilter } from './date-filter.tsx'
import { useTyped } from './use-typed.ts'

/** After the last key, before the list is asked again. */
const A_PAUSE = 300

export interface TextFilter {
  key: string
  label: string
  icon?: ReactNode
}

export interface ChoiceFilter {
  key: string
  label: string
  options: readonly { value: string; label: string }[]
  isMany?: boolean | undefined
}

/** Every value as text, by the filter's key. */
type FilterValues = Readonly<Record<string, readonly string[]>>

export interface ListFiltersProps {
  texts: readonly TextFilter[]
  choices: readonly ChoiceFilter[]
  dates: readonly TextFilter[]
  values: FilterValues
  onFilter: (key: string, values: string[]) => void
  onClear: () => void
  /** For narrow screens, where the head with its arrows is gone. */
  sorts: readonly { value: string; label: string }[]
  sort: string
  onSort: (sort: string) => void
  /** What cannot be right about them. */
  fault?: string | undefined
  /** What else stands in the row, at its end. */
  children?: ReactNode
}

/** One row above the list; on narrow screens the first field and a sheet with the rest. */
export function ListFilters(props: ListFiltersProps) {
  const { texts, choices, dates, values, onFilter, onClear } = props
  const [first, ...others] = texts
  const chips = chipsOf(props)
  const { row, leave } = useFocusKept()
  const active = chips.length + [...others, ...dates].filter(({ key }) => values[key]?.[0]).length
  return (
    <search ref={row} aria-label="Filters" className="mb-3 flex flex-wrap items-center gap-2.5">
      {first && <TextSearch key={first.key} filter={first} {...props} />}
      <div className="contents max-lg:hidden">
        {others.map((filter) => (
          <TextSearch key={filter.key} filter={filter} {...props} />
        ))}
        {choices.map((choice) => (
          <FilterMenu
            key={choice.key}
            label={choice.label}
            options={choice.options}
            isMany={choice.isMany}
            chosen={values[choice.key] ?? []}
            onChoose={(chosen) => onFilter(choice.key, chosen)}
          />
        ))}
        {dates.map(({ key, label }) => (
          <DateFilter
            key={key}
            label={label}
            value={values[key]?.[0] ?? ''}
            onChange={(day) => onFilter(key, day === '' ? [] : [day])}
          />
        ))}
      </div>
      <div className="lg:hidden">
        <FilterSheet {...props} others={others} count={active} />
      </div>
      {chips.map(({ key, value, label }, index) => (
        <Chip
          key={`${key} ${value}`}
          label={label}
          onRemove={() => {
            leave(index)
            onFilter(
              key,
              (values[key] ?? []).filter((other) => other !== value),
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
      <Fault words={props.fault} />
    </search>
  )
}

function Fault({ words }: { words: string | undefined }) {
  if (!words) return null
  return (
    <div role="alert" className="basis-full">
      <FieldError>{words}</FieldError>
    </div>
  )
}

function placeAfter(row: HTMLElement, gone: number) {
  const chips = [...row.querySelectorAll<HTMLElement>('[data-chip] button')]
  const menus = [...row.querySelectorAll<HTMLElement>('[aria-haspopup]')]
  const menu = menus.find((button) => button.checkVisibility())
  return chips[gone] ?? chips.at(-1) ?? menu ?? document.querySelector<HTMLElement>('main h1')
}

/** A chip that goes takes the focus with it: then the next one has it, else a filter, else the page's heading. */
function useFocusKept() {
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

function chipsOf({ choices, values }: ListFiltersProps) {
  return choices.flatMap(({ key, options }) =>
    (values[key] ?? []).map((value) => ({
      key,
      value,
      label: options.find((option) => option.value === value)?.label ?? value,
    })),
  )
}

interface TextSearchProps extends Pick<ListFiltersProps, 'values' | 'onFilter'> {
  filter: TextFilter
  isWide?: boolean
}

function TextSearch({ filter: { key, label, icon }, values, onFilter, isWide }: TextSearchProps) {
  const kept = values[key]?.[0] ?? ''
  const { typed, setTyped, noteSent } = useTyped(kept)
  useEffect(() => {
    if (typed.trim() === kept) return undefined
    const timer = setTimeout(() => {
      noteSent(typed.trim())
      onFilter(key, typed.trim() === '' ? [] : [typed.trim()])
    }, A_PAUSE)
    return () => clearTimeout(timer)
  }, [typed, kept, key, onFilter, noteSent])
  return (
    <TextField
      label={label}
      isLabelHidden
      type="search"
      placeholder={label}
      icon={icon}
      value={typed}
      maxLength={254}
      onChange={(event) => setTyped(event.target.value)}
      fieldClassName={isWide ? 'w-full' : 'max-lg:min-w-40 max-lg:flex-1 lg:w-44'}
    />
  )
}

function FilterSheet(props: ListFiltersProps & { others: readonly TextFilter[]; count: number }) {
  const { others, choices, dates, values, onFilter, sorts, sort, onSort, count } = props
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
      footer={<Button onClick={() => setOpen(false)}>Show the list</Button>}
    >
      <div className="flex flex-col gap-4">
        {others.map((filter) => (
          <TextSearch key={filter.key} filter={filter} values={values} onFilter={onFilter} isWide />
        ))}
        {choices.map((choice) => (
          <FilterMenu
            key={choice.key}
            label={choice.label}
            options={choice.options}
            isMany={choice.isMany}
            chosen={values[choice.key] ?? []}
            onChoose={(chosen) => onFilter(choice.key, chosen)}
          />
        ))}
        {dates.map(({ key, label }) => (
          <DateFilter
            key={key}
            label={label}
            value={values[key]?.[0] ?? ''}
            onChange={(day) => onFilter(key, day === '' ? [] : [day])}
          />
        ))}
        {/* The sheet lies on the one of the row. */}
        <Fault words={props.fault} />
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
