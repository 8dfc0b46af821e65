import type { Quiz } from 'contract/assessments'
import { create } from 'zustand'
import { SelectField } from '#ui/select-field.tsx'
import type { OutlinedStatement } from './live-outline.ts'

const FILTERS = {
  open: 'Not answered',
  marked: 'Marked for later',
  noted: 'With notes or files',
  'to-confirm': 'To confirm',
  changed: 'Changed since you last looked',
} as const
type OwnFilter = keyof typeof FILTERS
/** One of ours, or a tag of the set by its key. */
export type StatementFilter = OwnFilter | `tag:${string}`

type Tags = NonNullable<Quiz['tags']>

/** In memory only. A filter changes the list, never the position or the percentage. */
export const useStatementFilter = create<{
  filter: StatementFilter | null
  setFilter: (filter: StatementFilter | null) => void
}>((set) => ({ filter: null, setFilter: (filter) => set({ filter }) }))

type IsChanged = (statementId: number) => boolean

const PASSES: Record<OwnFilter, (statement: OutlinedStatement, isChanged: IsChanged) => boolean> = {
  open: ({ state }) => state === 'open',
  marked: ({ is_marked }) => is_marked,
  noted: ({ note, files }) => note !== '' || files > 0,
  'to-confirm': ({ state }) => state === 'to-confirm',
  changed: ({ id }, isChanged) => isChanged(id),
}

export function passes(
  statement: OutlinedStatement,
  filter: StatementFilter,
  isChanged: IsChanged,
) {
  if (isOwn(filter)) return PASSES[filter](statement, isChanged)
  return statement.tags?.includes(filter.slice(TAG.length)) === true
}

const OPTIONS = [
  { value: '', label: 'All statements' },
  ...Object.entries(FILTERS).map(([value, label]) => ({ value, label })),
]

interface FilterFieldProps {
  filter: StatementFilter | null
  tags: Tags
  /** Only a shared assessment has changes by others. */
  isShared: boolean
  onChange: (filter: StatementFilter | null) => void
}

export function FilterField({ filter, tags, isShared, onChange }: FilterFieldProps) {
  const own = isShared ? OPTIONS : OPTIONS.filter(({ value }) => value !== 'changed')
  return (
    <SelectField
      label="Statements to list"
      isLabelHidden
      options={[...own, ...tags.map(({ key, label }) => ({ value: `${TAG}${key}`, label }))]}
      value={filter ?? ''}
      onChange={({ target }) => onChange(filterOf(target.value))}
      fieldClassName="mb-3"
      className="text-14"
    />
  )
}

const TAG = 'tag:'

function isOwn(value: string): value is OwnFilter {
  return value in FILTERS
}

function filterOf(value: string): StatementFilter | null {
  if (isOwn(value)) return value
  return value.startsWith(TAG) ? `tag:${value.slice(TAG.length)}` : null
}

/** The filter, unless it is a tag of another set. */
export function filterIn(tags: Tags, filter: StatementFilter | null): StatementFilter | null {
  if (filter === null || isOwn(filter)) return filter
  return tags.some(({ key }) => filter === `${TAG}${key}`) ? filter : null
}
