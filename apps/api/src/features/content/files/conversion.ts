import { createHash } from 'node:crypto'
import type { Fault } from 'contract/content-format'
import { CONTENT_LIMITS } from 'contract/content-limits'
import type { ImportChoices, ImportFindings } from 'contract/content-imports'
import { sameText } from 'contract/same-text'
import { plural } from 'rules/plural'
import { generatedKey } from 'rules/reference'

export type StatementInput = {
  key: string
  text: string
  guidance?: string | undefined
  shortTitle?: string | undefined
  weight?: number | undefined
  evidenceExample?: string | undefined
  /** As the file names them, before levels are decided. */
  groups?: string[] | undefined
}

export type ElementInput = {
  key: string
  title: string
  description?: string | undefined
  path?: string[] | undefined
  weight?: number | undefined
  statements: StatementInput[]
}

export type GroupInput = { key: string; label: string; description?: string | undefined }
export type ResponseInput = {
  key: string
  label: string
  description?: string | undefined
  value: number
}

/** What a file of another kind says about a set. */
export type Source = {
  kind: ImportFindings['kind']
  recognised: string
  set: {
    title: string
    description?: string | undefined
    language?: string | undefined
    source?: string | undefined
    licence?: string | undefined
    elements: ElementInput[]
  }
  groups: GroupInput[]
  /** Empty if the file has none. */
  responses: ResponseInput[]
  notes: Notes
  languages?: string[]
  /** Whether the author can choose which text is the statement, or between a profile and its whole catalogue. */
  offers?: ('text' | 'whole')[]
  table?: ImportFindings['table']
  /** The choices that the converter made or followed. */
  chosen?: ImportChoices
}

export type Conversion = Source | { faults: Fault[] }

type Words = { one: string; other: string }

export type Notes = ReturnType<typeof openNotes>

/** What a converter decided and left out, counted by what it is. */
export function openNotes() {
  const decided: string[] = []
  const left = new Map<string, { words: Words; count: number }>()
  return {
    decide(sentence: string) {
      if (!decided.includes(sentence)) decided.push(sentence)
    },
    leaveOut(words: Words, count = 1) {
      const before = left.get(words.other)?.count ?? 0
      if (count > 0) left.set(words.other, { words, count: before + count })
    },
    listed: () => ({
      decided,
      left_out: [...left.values()].map(({ words, count }) => plural(count, words)),
    }),
  }
}

const CUT = {
  one: 'the end of # text that is too long',
  other: 'the ends of # texts that are too long',
}

/** A text within the length of the format. */
export function cut(text: string, most: number, notes: Notes): string {
  if (text.length <= most) return text
  notes.leaveOut(CUT)
  const end = text.codePointAt(most - 2) ?? 0
  // Not within a character of two halves.
  return `${text.slice(0, end > 0xffff ? most - 2 : most - 1)}…`
}

export const LINE = CONTENT_LIMITS.line
export const PASSAGE = CONTENT_LIMITS.passage

/** Gives each part a key of its own: its name in the file, or one that is made of its text and stays while the text does. */
export function openKeys(notes: Notes) {
  const used = new Set<string>()
  return (named: string | undefined, seed: string): string => {
    const name = sameText(named ?? '')
    const start = name === '' || name.length > CONTENT_LIMITS.key - 8 ? keyOf(seed) : name
    let key = start
    for (let number = 2; used.has(key); number += 1) key = `${start} (${number})`
    if (key !== start && name !== '') notes.decide('A number is added to duplicate references.')
    used.add(key)
    return key
  }
}

function keyOf(seed: string) {
  return generatedKey(createHash('sha256').update(seed).digest())
}

/** Undefined for a text without anything to see. */
export function some(text: string | undefined): string | undefined {
  const trimmed = text?.trim()
  return trimmed === '' ? undefined : trimmed
}
