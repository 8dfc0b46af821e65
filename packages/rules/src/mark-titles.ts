import type { ReportSnapshot } from 'contract/reports'

/** Part of one of our own sentences. Titles are in the language of the content set. */
export interface Words {
  text: string
  strong: boolean
  isTitle: boolean
}

/** Splits sentences at the titles in them, which can be written in the other direction. */
export function markTitles(
  parts: readonly { text: string; strong: boolean }[],
  titles: readonly string[],
): Words[] {
  return parts.flatMap(({ text, strong }) => {
    const found = titles.filter((title) => title !== '' && text.includes(title))
    // A title can contain another one.
    const [title] = found.toSorted((a, b) => b.length - a.length)
    if (title === undefined) return text === '' ? [] : [{ text, strong, isTitle: false }]
    const at = text.indexOf(title)
    const [before, after] = [text.slice(0, at), text.slice(at + title.length)]
    return [
      ...markTitles([{ text: before, strong }], found),
      { text: title, strong, isTitle: true },
      ...markTitles([{ text: after, strong }], found),
    ]
  })
}

/** Titles that the headline of a report can have. */
export function titlesIn({ elements }: ReportSnapshot): string[] {
  return elements.map(({ title }) => title)
}

/** Names of bands and levels that the figures of a report can have. */
export function namesIn({ band, path, content_set: set }: ReportSnapshot): string[] {
  return [band, path?.band, ...(set.scale ?? [])].flatMap((name) => name ?? [])
}
