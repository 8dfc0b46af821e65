import type { AdminUser } from 'contract/access'
import { text } from 'contract/fields'
import { Role, isGodLevel } from 'contract/permissions'
import { z } from 'zod'
import type { Difference } from '#features/admin/two-versions.tsx'
import { rolesText } from '#features/admin/role-words.ts'

/** What the form holds. */
export const AccessValues = z.object({
  name: text(1, 120),
  roles: z.array(Role).min(1, 'Choose a role'),
  is_active: z.boolean(),
  organisations: z.array(z.number()),
})
export type AccessValues = z.infer<typeof AccessValues>

export function valuesOf({ name, roles, is_active, organisations }: AdminUser): AccessValues {
  return { name, roles, is_active, organisations: organisations.map(({ id }) => id) }
}

/** Names of organisations by their ids. */
export type Names = ReadonlyMap<number, string>

const LABELS = {
  name: 'Name',
  roles: 'Role',
  is_active: 'Status',
  organisations: 'Audits',
} as const
type Field = keyof typeof LABELS
const FIELDS = Object.keys(LABELS) as Field[]

/** Which fields say something else; the order of a list says nothing. */
export function changedFields(from: AccessValues, to: AccessValues): Field[] {
  const names: Names = new Map()
  return FIELDS.filter((field) => wordsOf(from, field, names) !== wordsOf(to, field, names))
}

export function differencesOf(mine: AccessValues, theirs: AdminUser, names: Names): Difference[] {
  const other = valuesOf(theirs)
  return changedFields(mine, other).map((field) => ({
    label: LABELS[field],
    mine: wordsOf(mine, field, names),
    theirs: wordsOf(other, field, names),
  }))
}

/** What is typed, and of all else what somebody else saved meanwhile. */
export function mergedValues(typed: AccessValues, base: AdminUser, theirs: AdminUser) {
  const own = changedFields(valuesOf(base), typed).map((field) => [field, typed[field]] as const)
  return { ...valuesOf(theirs), ...Object.fromEntries(own) }
}

/** Whether these values take god-admin from somebody who has it. */
export function losesGod(before: AdminUser, after: AccessValues) {
  return isGod(before) && !isGod(after)
}

function isGod({ roles, is_active }: Pick<AccessValues, 'roles' | 'is_active'>) {
  return is_active && isGodLevel(roles)
}

function wordsOf(values: AccessValues, field: Field, names: Names): string {
  if (field === 'name') return values.name
  if (field === 'is_active') return values.is_active ? 'Active' : 'Inactive'
  if (field === 'roles')
    return rolesText(Role.options.filter((role) => values.roles.includes(role)))
  return values.organisations
    .map((id) => names.get(id) ?? String(id))
    .sort()
    .join(', ')
}
