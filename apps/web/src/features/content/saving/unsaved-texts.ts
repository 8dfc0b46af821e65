import type { DraftElement, DraftHead, DraftStatement } from 'contract/draft'
import { nameOfField } from '#features/content/editor/field-labels.ts'
import type { LocalDraft } from './local-draft.ts'
import { isEqual, isRecord, keyOf, readAt, type Path } from './path.ts'

export interface UnsavedText {
  where: string
  text: string
}

export interface SavedDraft {
  head: DraftHead | null
  keys: readonly string[]
  elements: readonly DraftElement[]
}

/** Texts in the copies of closed windows that are not in the published edition. */
export function textsNotIn(saved: SavedDraft, drafts: readonly LocalDraft[]): UnsavedText[] {
  const all = drafts.flatMap(({ head, elements }) => [
    ...(head ? missingOfHead(head.base, head.value, saved) : []),
    ...Object.values(elements).flatMap(({ base, value }) =>
      value ? missingOfElement(base, value, saved) : [],
    ),
  ])
  return [...new Map(all.map((one) => [`${one.where}\n${one.text}`, one])).values()]
}

export function unsavedTexts(draft: LocalDraft): UnsavedText[] {
  const saved = {
    head: draft.head?.base ?? null,
    keys: draft.order.map((id) => draft.elements[id]?.base?.key ?? ''),
    elements: Object.values(draft.elements).flatMap(({ base }) => base ?? []),
  }
  return textsNotIn(saved, [draft])
}

function missingOfHead(base: DraftHead, value: DraftHead, { head }: SavedDraft) {
  return written(base, value, [])
    .filter(({ path, text }) => textOf(readAt(head, path)) !== text)
    .map(({ path, text }) => ({ where: `About this set, ${fieldIn(value, path)}`, text }))
}

function missingOfElement(base: DraftElement | null, value: DraftElement, saved: SavedDraft) {
  const now = saved.elements.find(({ key }) => key === value.key)
  const place = saved.keys.indexOf(value.key) + 1
  return written(base, value, [])
    .filter(({ path, text }) => textOf(readAt(now, path)) !== text)
    .map(({ path, text }) => ({ where: whereIn(value, now, place, path), text }))
}

function whereIn(value: DraftElement, now: DraftElement | undefined, place: number, path: Path) {
  const element = now ? String(place) : 'Removed element'
  const [list, key, ...inner] = path
  if (list !== 'statements') return `${element}, ${nameOfField(path.join('.'))}: ${value.title}`
  const at = now ? indexOf(now.statements, key) : -1
  const number = at === -1 ? `${element}, new statement` : `${element}.${at + 1}`
  const statement = value.statements[indexOf(value.statements, key)]
  return statement ? `${number}, ${fieldIn(statement, inner)}: ${statement.text}` : number
}

function fieldIn({ responses = [] }: DraftHead | DraftStatement, path: Path) {
  const [field, response, ...inner] = path
  if (field !== 'responses') return nameOfField(path.join('.'))
  return `${nameOfField(inner.join('.'))}, response ${indexOf(responses, response) + 1}`
}

function indexOf(list: readonly { key: string }[], key: string | undefined) {
  return list.findIndex((one) => one.key === key)
}

interface WrittenText {
  path: Path
  text: string
}

function written(before: unknown, after: unknown, path: Path): WrittenText[] {
  if (isEqual(before, after)) return []
  const inner = (step: string, item: unknown) =>
    written(readAt(before, [step]), item, [...path, step])
  if (Array.isArray(after))
    return after.flatMap((item: unknown, index) => inner(keyOf(item) ?? String(index), item))
  if (isRecord(after))
    return Object.entries(after).flatMap(([name, item]) =>
      name === 'key' ? [] : inner(name, item),
    )
  // A new part starts with numbers that no one typed.
  const isText = typeof after === 'string' || before !== undefined
  const text = textOf(after)
  return isText && text !== '' ? [{ path, text }] : []
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
