import { ASSESSMENT_TYPES } from './enumerations.ts'
import { z } from 'zod'

/** An id in a body: a positive integer that JSON represents exactly. */
export const Id = z.int().positive()

/** An id in a path or query string. */
export const IdText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'Use a whole number above 0')
  .transform(Number)
  .pipe(Id)

export const ById = z.strictObject({ id: IdText })

/** BCP 47, as the author of a content set wrote it; null without one. */
export const Language = z.string().nullable()

export const Timestamp = z.iso.datetime({ offset: true })

/** Control characters other than white space, and characters that change the text direction. */
const UNSHOWN_FAULT = 'Remove the characters that can’t be shown'
const UNSHOWN = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u

/** Control characters such as line breaks and tabs, Unicode's own line breaks, broken letters and non-characters. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/u

// Unicode's own limit (UAX 15). Normalising more marks on one letter takes seconds.
const MAX_MARKS = 30
const TOO_MANY_MARKS = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, 'u')

/** In NFC, except texts that no field accepts. */
export function toNfc(value: string): string {
  return TOO_MANY_MARKS.test(value) ? value : value.normalize('NFC')
}

/** One-line text of every field: trimmed, in NFC, without line breaks and other control characters. */
export function oneLine(
  fault = 'Use a single line without control characters',
  type?: Parameters<typeof z.string>[0],
) {
  return z
    .string(type)
    .overwrite((value) => toNfc(value).trim())
    .refine(isOneLine, fault)
    .refine(
      (value) => !TOO_MANY_MARKS.test(value),
      `Use at most ${MAX_MARKS} accents on each letter`,
    )
}

export function isOneLine(value: string): boolean {
  return !NOT_IN_A_LINE.test(value)
}

/** One-line text from outside, such as a provider's, as far as `oneLine` accepts it. */
export function asOneLine(value: string): string {
  const shown = value.toWellFormed().replaceAll(new RegExp(`${NOT_IN_A_LINE.source}+`, 'gu'), ' ')
  return capMarks(shown).normalize('NFC').trim()
}

/** Without accents beyond those that a letter may have, because drawing them takes minutes. */
export function capMarks(value: string): string {
  return value.replaceAll(new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu'), '$1')
}

/** A name, a title or another one-line text that people read. */
export function line(min: number, max: number) {
  return oneLine()
    .min(min, tooShort(min))
    .max(max, tooLong(max))
    .refine((value) => !UNSHOWN.test(value), { message: UNSHOWN_FAULT })
}

/** Text of several lines that PostgreSQL can store and people can read. */
export function text(min: number, max: number) {
  return z
    .string()
    .trim()
    .min(min, tooShort(min))
    .max(max, tooLong(max))
    .refine((value) => value.isWellFormed() && !UNSHOWN.test(value), { message: UNSHOWN_FAULT })
}

function tooShort(min: number) {
  return min === 1 ? 'Enter a value' : `Use at least ${min} characters`
}

function tooLong(max: number) {
  return `Use at most ${max} characters`
}

const FULL_ADDRESS = 'Enter a full email address, for example finance@example.org'

/** Compared without case, stored as typed. A browser's rule, with a dot in the domain. */
export const Email = z
  .string()
  .trim()
  .max(254, 'Use at most 254 characters')
  .pipe(
    z
      .email({ pattern: z.regexes.html5Email, error: FULL_ADDRESS })
      .refine((address) => /@.+\./.test(address), { message: FULL_ADDRESS }),
  )

/** 12 to 128 characters of any kind. */
export const NewPassword = z
  .string()
  .min(12, 'Use at least 12 characters')
  .max(128, 'Use at most 128 characters')
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), { message: UNSHOWN_FAULT })

/** A date from 2000 to 2100. */
export const Day = z.iso
  .date('Use a date such as 2026-11-21')
  .refine((day) => day >= '2000-01-01' && day <= '2100-12-31', 'Use a year from 2000 to 2100')

/** Year and type of the user area. */
export const AssessmentType = z.enum(ASSESSMENT_TYPES)
export type AssessmentType = z.infer<typeof AssessmentType>

export const Year = z.int().min(2000).max(2100)
export const YearText = z
  .string()
  .regex(/^\d{4}$/, 'Use a year such as 2026')
  .transform(Number)
  .pipe(Year)
