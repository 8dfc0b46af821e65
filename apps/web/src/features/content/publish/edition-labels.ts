import type { ContentSetStatus, ListedContentSet } from 'contract/content-sets'

export interface Edition {
  id: number
  title: string
  version: number
  status: ContentSetStatus
  isTemplate: boolean
  /** Null where they are not counted. */
  assessments: number | null
}

export function editionOf(set: ListedContentSet): Edition {
  const { id, version, status, assessments } = set
  return {
    id,
    version,
    status,
    assessments,
    isTemplate: set.tenant.is_platform,
    title: titleOf(set),
  }
}

/** A draft may still be without a title. */
export function titleOf({ title }: { title: string }) {
  return title.trim() === '' ? 'Untitled' : title
}

/** "2026", "2026 to 2028", "From 2026" */
export function yearsWords(from: number | null, to: number | null) {
  if (from === null) return ''
  if (to === null) return `From ${from}`
  return from === to ? String(from) : `${from} to ${to}`
}

interface Changes {
  added: number
  changed: number
  removed: number
  moved?: number
}

/** "2 statements added, 5 changed, 1 removed" */
export function changesWords({ added, changed, removed, moved = 0 }: Changes) {
  const [first, ...others] = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
    [moved, 'moved'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [{ count: Number(count), what }]))
  if (first === undefined) return 'The same statements'
  const rest = others.map(({ count, what }) => `, ${count.toLocaleString('en-GB')} ${what}`)
  return `${counted(first.count, 'statement')} ${first.what}${rest.join('')}`
}

/** "1 assessment", "2,000 statements" */
export function counted(count: number, what: string) {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? what : `${what}s`}`
}
