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

export const Timestamp = z.iso.datetime({ offset: true })

/** Control characters other than white space, and characters that change the text direction. */
const UNSHOWN = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u

/** Text that PostgreSQL can store and people can read. */
export function text(min: number, max: number) {
  return z
    .string()
    .trim()
    .min(min, min === 1 ? 'Enter a value' : `Use at least ${min} characters`)
    .max(max, `Use at most ${max} characters`)
    .refine((value) => value.isWellFormed() && !UNSHOWN.test(value), {
      message: 'Remove the characters that can’t be shown',
    })
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
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
    message: 'Remove the characters that can’t be shown',
  })

/** A date from 2000 to 2100. */
export const Day = z.iso
  .date('Use a date such as 2026-11-21')
  .refine((day) => day >= '2000-01-01' && day <= '2100-12-31', 'Use a year from 2000 to 2100')

/** Year and type of the user area (specification, section 2). */
export const AssessmentType = z.enum(['self_assessment', 'certification'])
export type AssessmentType = z.infer<typeof AssessmentType>

export const Year = z.int().min(2000).max(2100)
export const YearText = z
  .string()
  .regex(/^\d{4}$/, 'Use a year such as 2026')
  .transform(Number)
  .pipe(Year)
