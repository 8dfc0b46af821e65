import { create } from 'zustand'
import { SelectField } from '#ui/select-field.tsx'
import type { OutlinedStatement } from './live-outline.ts'

const FILTERS = {
  open: 'Not answered',
  marked: 'Marked for later',
  noted: 'With notes or files',
  'to-confirm': 'To confirm',
} as const
export type StatementFilter = keyof typeof FILTERS

/** In memory only. A filter changes the list, never the position or the percentage. */
export const useStatementFilter = create<{
  filter: StatementFilter | null
  setFilter: (filter: StatementFilter | null) => void
}>((set) => ({ filter: null, setFilter: (filter) => set({ filter }) }))

const PASSES: Record<StatementFilter, (statement: OutlinedStatement) => boolean> = {
  open: ({ state }) => state === 'open',
  marked: ({ is_marked }) => is_marked,
  noted: ({ note, files }) => note !== '' || files > 0,
  'to-confirm': ({ state }) => state === 'to-confirm',
}

export function passes(statement: OutlinedStatement, filter: StatementFilter) {
  return PASSES[filter](statement)
}

const OPTIONS = [
  { value: '', label: 'All statements' },
  ...Object.entries(FILTERS).map(([value, label]) => ({ value, label })),
]

interface FilterFieldProps {
  filter: StatementFilter | null
  onChange: (filter: StatementFilter | null) => void
}

export function FilterField({ filter, onChange }: FilterFieldProps) {
  return (
    <SelectField
      label="Statements to list"
      isLabelHidden
      options={OPTIONS}
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
