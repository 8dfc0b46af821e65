import { ASSESSMENT_TYPES } from './enumerations.ts'
import { z } from 'zod'
import { cleanLine, cleanText } from './clean-text.ts'
import { sameText } from './same-text.ts'

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

/** One-line text of every field: cleaned, trimmed and in NFC. */
export function oneLine(type?: Parameters<typeof z.string>[0]) {
  return z.string(type).overwrite(asOneLine)
}

/** One-line text from outside, such as a provider's, as `oneLine` stores it. */
export function asOneLine(value: string): string {
  return cleanLine(value).normalize('NFC')
}

/** A name, a title or another one-line text that people read. */
export function line(min: number, max: number) {
  return oneLine().min(min, tooShort(min)).max(max, tooLong(max))
}

/** Text of several lines that PostgreSQL can store and people can read. */
export function text(min: number, max: number) {
  return z.string().overwrite(cleanText).min(min, tooShort(min)).max(max, tooLong(max))
}

function tooShort(min: number) {
  return min === 1 ? 'Enter a value' : `Use at least ${min} characters`
}

function tooLong(max: number) {
  return `Use at most ${max.toLocaleString('en-GB')} characters`
}

/** An address, a code or another text that programs compare. Copied ones have characters that no one sees. */
export function exact(max: number) {
  return z.string().overwrite(sameText).max(max, tooLong(max))
}

const FULL_ADDRESS = 'Enter a full email address, for example finance@example.org'

/** Compared without case, stored as typed. A browser's rule, with a dot in the domain. */
export const Email = exact(254).pipe(
  z
    .email({ pattern: z.regexes.html5Email, error: FULL_ADDRESS })
    .refine((address) => /@.+\./.test(address), { message: FULL_ADDRESS }),
)

/** 12 to 128 characters of any kind. */
export const NewPassword = z
  .string()
  .min(12, 'Use at least 12 characters')
  .max(128, 'Use at most 128 characters')
  .refine(
    (value) => value.isWellFormed() && !value.includes('\u0000'),
    'Remove the characters that can’t be shown',
  )

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
