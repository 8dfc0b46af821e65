import { useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useState, type ReactNode } from 'react'
import { api } from '#core/api.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { cn } from '#ui/cn.ts'
import { CONTROL_LOOK } from '#ui/field.tsx'
import { FilterMenu } from '#ui/filter-menu.tsx'
import { TextField } from '#ui/text-field.tsx'

const PAUSE = 300

interface TextFilter {
  kind: 'text'
  key: string
  label: string
  icon: ReactNode
}
export interface ChoiceFilter {
  kind: 'choice'
  key: string
  label: string
  options: readonly { value: string; label: string }[]
  isMany?: boolean | undefined
}
/** A day, as 2026-11-21. */
interface DayFilter {
  kind: 'day'
  key: string
  label: string
}
export type Filter = TextFilter | ChoiceFilter | DayFilter

export function organisationFilter(
  organisations: readonly { id: number; name: string }[],
): ChoiceFilter {
  const options = organisations.map(({ id, name }) => ({ value: String(id), label: name }))
  return { kind: 'choice', key: 'tenant_id', label: 'Organisation', options }
}

/** The filters of every log beside its own: on the platform also its own entries can be chosen. */
export function useLogFilters(): (Filter | false)[] {
  const isPlatform = useTenant().is_platform
  const { tenant } = useUser()
  const { data } = useSuspenseQuery(api.tenants.choices.query())
  const organisations = [tenant, ...data.organisations.filter(({ id }) => id !== tenant.id)]
  return [
    isPlatform && organisationFilter(organisations),
    { kind: 'day', key: 'from', label: 'From' },
    { kind: 'day', key: 'to', label: 'To' },
  ]
}

export function dayFault({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const isBackwards = from !== undefined && to !== undefined && from > to
  return isBackwards ? 'Choose a “From” date on or before the “To” date.' : undefined
}

interface FieldProps<Kind extends Filter> {
  filter: Kind
  chosen: readonly string[]
  onFilter: (filter: Filter, values: string[]) => void
  isWide?: boolean | undefined
}

export function FilterField({ filter, ...props }: FieldProps<Filter>) {
  if (filter.kind === 'text') return <TextSearch filter={filter} {...props} />
  if (filter.kind === 'day') return <DayField filter={filter} {...props} />
  const { label, options, isMany } = filter
  return (
    <FilterMenu
      label={label}
      options={options}
      isMany={isMany}
      chosen={props.chosen}
      onChoose={(chosen) => props.onFilter(filter, chosen)}
    />
  )
}

function TextSearch({ filter, chosen: [stored = ''], onFilter, isWide }: FieldProps<TextFilter>) {
  const { typed, setTyped, noteSent } = useTyped(stored)
  useEffect(() => {
    const text = typed.trim()
    if (text === stored) return undefined
    const timer = setTimeout(() => {
      noteSent(text)
      onFilter(filter, text === '' ? [] : [text])
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [typed, stored, filter, onFilter, noteSent])
  return (
    <TextField
      label={filter.label}
      isLabelHidden
      type="search"
      placeholder={filter.label}
      icon={filter.icon}
      value={typed}
      maxLength={254}
      onChange={(event) => setTyped(event.target.value)}
      fieldClassName={isWide ? 'w-full' : 'max-lg:min-w-40 max-lg:flex-1 lg:w-44'}
    />
  )
}

function DayField({ filter, chosen: [stored = ''], onFilter }: FieldProps<DayFilter>) {
  const id = useId()
  // The browser reports an empty value while a year is incomplete.
  const { typed, setTyped, noteSent } = useTyped(stored)
  function change({ value: day, validity }: HTMLInputElement) {
    setTyped(day)
    if (!validity.valid || day === stored) return
    noteSent(day)
    onFilter(filter, day === '' ? [] : [day])
  }
  return (
    <div className="flex items-center gap-2 text-14">
      <label htmlFor={id} className="text-subtle-foreground max-lg:w-10">
        {filter.label}
      </label>
      <input
        id={id}
        type="date"
        min="2000-01-01"
        max="2100-12-31"
        value={typed}
        onChange={(event) => change(event.target)}
        // Browsers fire no change event when the last part is cleared.
        onKeyUp={({ currentTarget }) => currentTarget.value === '' && change(currentTarget)}
        className={cn(CONTROL_LOOK, 'h-control w-auto max-lg:flex-1')}
      />
    </div>
  )
}

/** The typed value follows the address, except when the address only catches up with typing. */
function useTyped(stored: string) {
  const [typed, setTyped] = useState(stored)
  const [seen, setSeen] = useState(stored)
  const [sent, setSent] = useState<readonly string[]>([])
  if (stored !== seen) {
    setSeen(stored)
    setSent(sent.slice(sent.indexOf(stored) + 1))
    if (!sent.includes(stored)) setTyped(stored)
  }
  const noteSent = useCallback(
    (value: string) => setSent((before) => (before.at(-1) === value ? before : [...before, value])),
    [],
  )
  return { typed, setTyped, noteSent }
}
