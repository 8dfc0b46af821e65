import type { ContentSetStatus, ListedContentSet } from 'contract/content-sets'
import { formatList, plural } from 'rules/plural'

export interface Edition {
  id: number
  title: string
  language: string | null
  version: number
  status: ContentSetStatus
  isTemplate: boolean
  /** Null if unknown. */
  assessments: number | null
}

export function editionOf(set: ListedContentSet): Edition {
  const { id, language, version, status, assessments } = set
  return {
    id,
    language,
    version,
    status,
    assessments,
    isTemplate: set.tenant.is_platform,
    title: titleOf(set),
  }
}

export function titleOf({ title }: { title: string }) {
  return title.trim() === '' ? 'Untitled' : title
}

/** Whether new assessments of this year use a published set; null for other sets. */
export function inForceLabel({ in_force }: Pick<ListedContentSet, 'in_force'>) {
  if (in_force === null) return null
  const [type, other] = in_force
  if (type === undefined) return 'Not in force'
  return other === undefined ? `In force for ${NEW_ASSESSMENTS[type]}` : 'In force'
}

const NEW_ASSESSMENTS = { self_assessment: 'self-assessments', certification: 'certifications' }

/** "2026", "2026 to 2028", "From 2026" */
export function yearsLabel(from: number | null, to: number | null) {
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

/** "2 statements added, 5 statements changed and 1 statement removed", or null if nothing changed. */
export function changesLabel({ added, changed, removed, moved = 0 }: Changes) {
  const parts = [
    [added, { one: '# statement added', other: '# statements added' }],
    [changed, { one: '# statement changed', other: '# statements changed' }],
    [removed, { one: '# statement removed', other: '# statements removed' }],
    [moved, { one: '# statement moved', other: '# statements moved' }],
  ] as const
  const texts = parts.flatMap(([count, forms]) => (count === 0 ? [] : [plural(count, forms)]))
  return texts.length === 0 ? null : formatList(texts)
}
