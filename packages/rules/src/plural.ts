const RULES = new Intl.PluralRules('en-GB')
const NUMBER = new Intl.NumberFormat('en-GB')
const LIST = new Intl.ListFormat('en-GB')

/**
 * `plural(1200, { one: '# user', other: '# users' })` is "1,200 users". The first # is the count, so texts that go before
 * it, or that have a #, are named: `plural(2, { one: '{name} and # other', other: '{name} and # others' }, { name })`.
 */
export function plural(
  count: number,
  { one, other }: { one: string; other: string },
  names: Readonly<Record<string, string>> = {},
) {
  const form = RULES.select(count) === 'one' ? one : other
  return form
    .replace('#', () => formatNumber(count))
    .replaceAll(/\{(\w+)\}/g, (place, name: string) => names[name] ?? place)
}

/** 1,200 */
export function formatNumber(count: number) {
  return NUMBER.format(count)
}

/** Leadership, Strategy and Data */
export function formatList(items: readonly string[]) {
  return LIST.format(items)
}

/** The same for what isn't a text: the items, with the words between them. */
export function listParts<Item extends object>(items: readonly Item[]): (Item | string)[] {
  const indexes = items.map((_, index) => String(index))
  return LIST.formatToParts(indexes).map(({ type, value }) =>
    type === 'element' ? (items[Number(value)] ?? '') : value,
  )
}
