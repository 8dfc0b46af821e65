import { sameText } from 'contract/same-text'

interface Keyed {
  key: string
}
interface KeyedStatement extends Keyed {
  responses: Keyed[]
}
interface KeyedElement extends Keyed {
  statements: KeyedStatement[]
}
interface KeyedSet {
  elements: readonly KeyedElement[]
}

/** Finds the key that a key looks the same as, which may have characters that no one sees. */
export function sameKeys(items: readonly Readonly<Keyed>[]): (key: string) => string {
  const exact = new Set(items.map(({ key }) => key))
  let known: Map<string, string> | undefined
  return (key) => {
    if (exact.has(key)) return key
    // Most sets keep their keys.
    known ??= new Map(items.map((item) => [sameText(item.key), item.key]))
    return known.get(sameText(key)) ?? key
  }
}

/** Gives a set the keys of the edition that it follows where they look the same, so that answers follow them. */
export function keepKeys(before: KeyedSet, after: KeyedSet): void {
  const old = statementsOf(before)
  const now = statementsOf(after)
  rename(before.elements, after.elements)
  rename(old, now)
  const byKey = new Map(old.map((statement) => [statement.key, statement]))
  for (const { key, responses } of now) rename(byKey.get(key)?.responses ?? [], responses)
}

function rename(known: readonly Keyed[], items: readonly Keyed[]): void {
  const same = sameKeys(known)
  for (const item of items) item.key = same(item.key)
}

function statementsOf({ elements }: KeyedSet): KeyedStatement[] {
  return elements.flatMap((element) => element.statements)
}
