import type { ImportChoices } from 'contract/content-imports'
import type { GroupInput, StatementInput } from './conversion.ts'

type Kind = NonNullable<ImportChoices['groups']>
type Grouped = Pick<StatementInput, 'groups'>

export type Decided = {
  kind: Kind
  /** Keys of the levels, lowest first; of other groups as in the file. */
  order: string[]
}

/** What the groups of a file most likely are: levels if each contains another, or if every statement has just one. */
export function decideGroups(
  groups: readonly GroupInput[],
  statements: readonly Grouped[],
  { groups: kind, order }: ImportChoices,
): Decided {
  const keys = groups.map(({ key }) => key)
  const nested = nestedOrder(keys, statements)
  const isSingle = statements.every((one) => (one.groups ?? []).length <= 1)
  const chosen = kind ?? (nested || isSingle ? 'level' : 'profile')
  const usual = nested ?? keys
  const given = (order ?? []).filter((key) => keys.includes(key))
  const rest = usual.filter((key) => !given.includes(key))
  return { kind: chosen, order: chosen === 'level' ? [...new Set(given), ...rest] : keys }
}

/** The lowest level is named by the fewest statements, which name all above it too. Undefined if they aren't nested. */
function nestedOrder(
  keys: readonly string[],
  statements: readonly Grouped[],
): string[] | undefined {
  const counts = new Map(keys.map((key) => [key, 0]))
  for (const { groups = [] } of statements)
    for (const key of groups) counts.set(key, (counts.get(key) ?? 0) + 1)
  const order = keys.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0))
  const isNested = statements.every(({ groups = [] }) => {
    const lowest = order.findIndex((key) => groups.includes(key))
    return lowest === -1 || order.slice(lowest).every((key) => groups.includes(key))
  })
  const isSeveral = statements.some(({ groups = [] }) => groups.length > 1)
  return isNested && isSeveral ? order : undefined
}

/** Of levels only the lowest is kept. */
export function groupsKept(
  { groups = [] }: Grouped,
  { kind, order }: Decided,
): string[] | undefined {
  if (kind === 'none' || groups.length === 0) return undefined
  if (kind !== 'level') return groups.map(keptKey)
  const lowest = order.find((key) => groups.includes(key))
  return lowest === undefined ? undefined : [keptKey(lowest)]
}

/** Conditions of bands have words of their own for all statements and for key statements. */
const RESERVED = new Set(['all', 'key'])

export function keptKey(key: string): string {
  return RESERVED.has(key) ? `${key}-group` : key
}
