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
export type StatementFilter = keyof typeof FILTERS

/** In memory only. A filter changes the list, never the position or the percentage. */
export const useStatementFilter = create<{
  filter: StatementFilter | null
  setFilter: (filter: StatementFilter | null) => void
}>((set) => ({ filter: null, setFilter: (filter) => set({ filter }) }))

type IsChanged = (statementId: number) => boolean

const PASSES: Record<
  StatementFilter,
  (statement: OutlinedStatement, isChanged: IsChanged) => boolean
> = {
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
  return PASSES[filter](statement, isChanged)
}

const OPTIONS = [
  { value: '', label: 'All statements' },
  ...Object.entries(FILTERS).map(([value, label]) => ({ value, label })),
]

interface FilterFieldProps {
  filter: StatementFilter | null
  /** Only a shared assessment has changes by others. */
  isShared: boolean
  onChange: (filter: StatementFilter | null) => void
}

export function FilterField({ filter, isShared, onChange }: FilterFieldProps) {
  return (
    <SelectField
      label="Statements to list"
      isLabelHidden
      options={isShared ? OPTIONS : OPTIONS.filter(({ value }) => value !== 'changed')}
      value={filter ?? ''}
      onChange={({ target }) => onChange(isFilter(target.value) ? target.value : null)}
      fieldClassName="mb-3"
      className="text-14"
    />
  )
}

function isFilter(value: string): value is StatementFilter {
  return value in FILTERS
}
