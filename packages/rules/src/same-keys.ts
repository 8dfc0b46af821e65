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
  const known = new Map(items.map(({ key }) => [sameText(key), key]))
  const exact = new Set(items.map(({ key }) => key))
  return (key) => (exact.has(key) ? key : (known.get(sameText(key)) ?? key))
}

/** Gives a set the keys of the edition that it follows where they look the same, so that answers follow them. */
export function keepKeys(before: KeyedSet, after: KeyedSet): void {
  const known = itemsOf(before).map(sameKeys)
  for (const [kind, items] of itemsOf(after).entries())
    for (const item of items) item.key = known[kind]?.(item.key) ?? item.key
}

/** Elements, statements and responses. */
function itemsOf({ elements }: KeyedSet): Keyed[][] {
  const statements = elements.flatMap((element) => element.statements)
  return [[...elements], statements, statements.flatMap(({ responses }) => responses)]
}
