import type { z } from 'zod'
import type { EditionChanges } from 'contract/editions'
import type { ChangeKind } from './change-kinds.ts'

export type Changes = z.infer<typeof EditionChanges>
type Changed = Changes['changed'][number]

export interface StatementChange {
  key: string
  kinds: ChangeKind[]
  text: string
  element: { key: string; title: string }
  from?: { title: string }
  fields: Changed['fields']
  asksAgain: boolean
}

/** One entry for each statement, which may be both moved and changed. */
export function statementChanges({ added, changed, removed, moved }: Changes): StatementChange[] {
  const bare = { fields: [], asksAgain: false }
  const movedOnly = moved.filter(({ key }) => !changed.some((one) => one.key === key))
  return [
    ...added.map((one) => ({ ...bare, ...one, kinds: ['added' as const] })),
    ...changed.map((one) => {
      const move = moved.find(({ key }) => key === one.key)
      if (!move) return { ...one, kinds: ['changed' as const] }
      return { ...one, from: move.from, kinds: ['changed' as const, 'moved' as const] }
    }),
    ...movedOnly.map((one) => ({ ...bare, ...one, kinds: ['moved' as const] })),
    ...removed.map((one) => ({ ...bare, ...one, kinds: ['removed' as const] })),
  ]
}

const FIELDS: Record<string, string> = {
  text: 'Statement',
  guidance: 'Guidance',
  weight: 'Weight',
  allowsNotApplicable: 'Does not apply',
  key: 'Response',
  label: 'Response name',
  description: 'Description',
  value: 'Value',
  action: 'Action',
  effort: 'Effort',
  benefit: 'Benefit',
  groups: 'Scope level, profiles and tags',
  asksForEvidence: 'Evidence',
  asksForNote: 'Note',
  evidenceExample: 'Example of evidence',
  shortTitle: 'Short title',
  isKey: 'Key statement',
}

/** `responses.SUP-1-3.label` → "Response name" of the response SUP-1-3. A key may contain dots. */
export function fieldLabel(field: string): { label: string; response: string | null } {
  const [, response = null, name = field] = /^responses\.([^]*)\.(\w+)$/.exec(field) ?? []
  return { label: FIELDS[name] ?? name, response }
}

export function valueLabel(field: string, value: string) {
  const isYes = value === 'true'
  if (field.endsWith('allowsNotApplicable')) return isYes ? 'Allowed, with a reason' : 'Not allowed'
  if (field === 'isKey') return isYes ? 'Yes' : 'No'
  if (/asksFor(Evidence|Note)$/.test(field)) return isYes ? 'Required' : 'Not required'
  return value
}
