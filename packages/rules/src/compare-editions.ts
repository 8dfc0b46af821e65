import type { ContentSetFile } from 'contract/content-format'
import { elementNames } from './element-names.ts'

type Element = ContentSetFile['elements'][number]
type Statement = Element['statements'][number]
type Response = Statement['responses'][number]

/** The compared part of a content set. A draft may lack fields that a file has. */
export type Comparable = {
  groups?: readonly { key: string; label?: string }[] | undefined
  elements: readonly Pick<Element, 'key' | 'title' | 'statements'>[]
}

/** A statement with its keys and labels. */
export type StatementRef = { key: string; text: string; element: { key: string; title: string } }

/** `asksAgain`: an earlier answer may no longer hold. Fields as in `content-set/1`; `responses.KEY.label` for a response. */
export type StatementChange = StatementRef & {
  fields: { field: string; before: string; after: string; response?: string | undefined }[]
  asksAgain: boolean
}

/** Statements that were added, removed, changed or moved, by key. */
export type EditionChanges = {
  added: StatementRef[]
  removed: StatementRef[]
  changed: StatementChange[]
  moved: (StatementRef & { from: { key: string; title: string } })[]
}

/** Whether only texts differ, so that scores stay the same. */
export function isWordingOnly({ added, removed, changed, moved }: EditionChanges): boolean {
  if (added.length + removed.length + moved.length > 0) return false
  return changed.every(({ fields }) => fields.every(({ field }) => WORDING.has(lastPart(field))))
}

const WORDING = new Set([
  'text',
  'guidance',
  'shortTitle',
  'evidenceExample',
  'label',
  'description',
  'action',
])
const ASKS_AGAIN = new Set(['text', 'allowsNotApplicable', 'key', 'label', 'description', 'value'])

/** `label` of `responses.KEY.label`, whatever the key. */
function lastPart(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1)
}

/** Compares the statements of two editions. */
export function compareEditions(before: Comparable, after: Comparable): EditionChanges {
  const old = placesOf(before)
  const now = placesOf(after)
  const both = [...now].flatMap(([key, place]) => {
    const was = old.get(key)
    return was ? [{ was, place }] : []
  })
  return {
    added: [...now].filter(([key]) => !old.has(key)).map(([, place]) => refOf(place)),
    removed: [...old].filter(([key]) => !now.has(key)).map(([, place]) => refOf(place)),
    changed: both.flatMap(({ was, place }) => {
      const fields = differences(was.statement, place.statement).map((one) =>
        one.field === 'groups' ? inWords(before, was, after, place) : one,
      )
      if (fields.length === 0) return []
      return [
        {
          ...refOf(place),
          fields,
          asksAgain: fields.some((one) => ASKS_AGAIN.has(lastPart(one.field))),
        },
      ]
    }),
    moved: both
      .filter(({ was, place }) => was.element.key !== place.element.key)
      .map(({ was, place }) => ({ ...refOf(place), from: was.element })),
  }
}

/** Groups differ by their keys, and are shown with their labels. */
function inWords(before: Comparable, was: Place, after: Comparable, is: Place) {
  const labels = (set: Comparable, { statement: { groups = [] } }: Place) =>
    groups.map((key) => set.groups?.find((one) => one.key === key)?.label || key).join(', ')
  return { field: 'groups', before: labels(before, was), after: labels(after, is) }
}

type Place = { element: { key: string; title: string }; statement: Statement }

/** Where each statement is. Elements have the names by which readers tell them apart. */
function placesOf(edition: Comparable): Map<string, Place> {
  const elements = edition.elements.map((element, index) => ({ ...element, number: index + 1 }))
  const nameOf = elementNames(elements)
  return new Map(
    elements.flatMap((element) => {
      const named = { key: element.key, title: nameOf(element) }
      return element.statements.map(
        (statement) => [statement.key, { element: named, statement }] as const,
      )
    }),
  )
}

function refOf({ element, statement }: Place): StatementRef {
  return { key: statement.key, text: statement.text, element }
}

const OF_STATEMENT = [
  'text',
  'guidance',
  'shortTitle',
  'weight',
  'allowsNotApplicable',
  'asksForEvidence',
  'asksForNote',
  'evidenceExample',
  'groups',
  'isKey',
] as const
const OF_RESPONSE = [
  'label',
  'description',
  'value',
  'action',
  'effort',
  'benefit',
  'asksForEvidence',
  'asksForNote',
] as const

function differences(before: Statement, after: Statement) {
  const own = OF_STATEMENT.map((field) => difference(field, before[field], after[field]))
  const old = byKey(before.responses)
  const now = byKey(after.responses)
  const ofResponses = [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const was = old.get(key)
    const is = now.get(key)
    if (!was || !is) return [difference(`responses.${key}.key`, was?.label, is?.label)]
    return differencesOf(key, was, is)
  })
  return [...own, ...ofResponses].flat()
}

function byKey(responses: readonly Response[]) {
  return new Map(responses.map((response) => [response.key, response]))
}

function differencesOf(key: string, before: Response, after: Response) {
  const response = after.label
  return OF_RESPONSE.flatMap((field) =>
    difference(`responses.${key}.${field}`, before[field], after[field]),
  ).map((one) => ({ ...one, response }))
}

type Value = string | number | boolean | readonly string[] | undefined

function difference(field: string, before: Value, after: Value) {
  const was = asText(before)
  const is = asText(after)
  return was === is ? [] : [{ field, before: was, after: is }]
}

function asText(value: Value): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}
