import { Email, text } from 'contract/fields'
import { MemberRole, type Person } from 'contract/person'
import { z } from 'zod'
import type { Difference } from '#features/admin/two-versions.tsx'

export const DetailsValues = z.object({
  name: text(1, 120),
  email: Email,
  organisation_name: text(0, 120),
  role: MemberRole,
})
export type DetailsValues = z.output<typeof DetailsValues>

export function valuesOf({ name, email, organisation_name, roles }: Person): DetailsValues {
  const role = roles.includes('admin') ? 'admin' : 'user'
  return { name, email, organisation_name: organisation_name ?? '', role }
}

const LABELS = {
  name: 'Name',
  email: 'Email',
  organisation_name: 'Organisation name',
  role: 'Role',
}
const FIELDS = ['name', 'email', 'organisation_name', 'role'] as const

/** Where what is typed, or what it started from, is not what somebody else saved. */
export function differencesOf(mine: DetailsValues, base: Person, theirs: Person): Difference[] {
  const [before, saved] = [valuesOf(base), valuesOf(theirs)]
  return FIELDS.filter((field) => mine[field] !== saved[field]).map((field) => ({
    label: LABELS[field],
    mine: mine[field] === before[field] ? 'Left as it was' : wordsOf(mine[field]),
    theirs: wordsOf(saved[field]),
  }))
}

/** What was typed on top of what somebody else saved: a field that was left alone is theirs. */
export function mergedValues(mine: DetailsValues, base: Person, theirs: Person): DetailsValues {
  const [before, saved] = [valuesOf(base), valuesOf(theirs)]
  const changed = FIELDS.filter((field) => mine[field] !== before[field])
  return { ...saved, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) }
}

const ROLE_WORDS: Record<string, string> = { admin: 'Admin', user: 'User' }

function wordsOf(value: string) {
  return ROLE_WORDS[value] ?? value
}
