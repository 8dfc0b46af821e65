import { z } from 'zod'
import { cleanText } from './clean-text.ts'
import { oneLine } from './fields.ts'

const MISSING = 'is missing: enter text'

/** The first is left out. */
export function setting<const Word extends string>(words: readonly [Word, ...Word[]]) {
  return z
    .enum(words, expected(eitherOf(words)))
    .transform((word) => (word === words[0] ? undefined : word))
    .optional()
}

export function eitherOf(words: readonly string[]) {
  const quoted = words.map((word) => JSON.stringify(word))
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}

export function requiredLine(max: number) {
  return line(max).min(1, MISSING)
}

export function requiredText(max: number) {
  return text(max).min(1, MISSING)
}

export function optionalLine(max: number) {
  return optional(line(max))
}

export function optionalText(max: number) {
  return optional(text(max))
}

/** An empty text counts as missing, because a workbook can't distinguish them. */
export function optional(text: z.ZodType<string, string>) {
  return text.transform((value) => (value === '' ? undefined : value)).optional()
}

export function line(max: number) {
  return oneLine(expected('text')).max(max, tooLong(max))
}

function text(max: number) {
  return z.string(expected('text')).overwrite(cleanText).max(max, tooLong(max))
}

function tooLong(max: number) {
  return `must be at most ${max.toLocaleString('en-GB')} characters`
}

export function number(what: string) {
  return z.number(expected(what))
}

export function yesOrNo() {
  return z.boolean(expected('true or false'))
}

/** False counts as missing, like an empty text. */
export function onlyYes() {
  return yesOrNo()
    .transform((value) => value || undefined)
    .optional()
}

/** `what` is in the singular; `how` says more about the whole list. */
export function list<Item extends z.ZodType>(
  item: Item,
  min: number,
  max: number,
  what: string,
  how = '',
) {
  const several = `${what}s${how}`
  return z
    .array(item, expected(`a list of ${several}`))
    .min(min, `is too short: add at least ${min === 1 ? `one ${what}` : `two ${several}`}`)
    .max(max, `must have at most ${max.toLocaleString('en-GB')} ${what}s`)
}

export function expected(what: string) {
  return {
    error: ({ input }: { input?: unknown }) =>
      input === undefined ? `is missing: enter ${what}` : `must be ${what}`,
  }
}

export function fieldFault({ code, input }: { code?: string; input?: unknown }) {
  if (code === 'unrecognized_keys')
    return 'is not a content-set/1 field: correct the name or remove the field'
  return input === undefined ? 'is missing' : 'must be an object with named fields'
}
