import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { z } from 'zod'
import { HIGHEST_ID } from './contents.ts'
import { RULES, type Rule } from './column-rules.ts'

/** Why a value is refused. */
export class Refusal extends Error {
  override name = 'Refusal'
}

const TIME = /^(\d{4})-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/
/** Leaves room to count on. */
const HIGHEST_COUNT = 1e9
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** What the values of a type can be, as COPY writes them. PostgreSQL itself takes more, such as infinite times. */
const TYPES: Readonly<Record<string, (value: string) => boolean>> = {
  bigint: (value) => isInteger(value, HIGHEST_ID),
  integer: (value) => isInteger(value, HIGHEST_COUNT),
  smallint: (value) => isInteger(value, 1000),
  boolean: (value) => value === 't' || value === 'f',
  date: (value) => /^(20\d\d|2100)-\d\d-\d\d$/.test(value),
  'double precision': (value) => value !== '' && Math.abs(Number(value)) <= 1e6,
  inet: (value) => /^[0-9a-f.:/]{2,50}$/.test(value),
  'timestamp with time zone': (value) => {
    const year = Number(TIME.exec(value)?.[1])
    return year >= 1970 && year <= 2200
  },
  uuid: (value) => new RegExp(`^${UUID}$`).test(value),
  'uuid[]': (value) => new RegExp(`^\\{(${UUID}(,${UUID})*)?\\}$`).test(value),
}

function isInteger(value: string, most: number): boolean {
  return /^\d{1,16}$/.test(value) && Number(value) <= most
}

/** The types whose columns need a rule of their own. */
export function needsRule(type: string): boolean {
  return !(type in TYPES)
}

/** The value as it is stored here, corrected if a rule can. Throws a Refusal. */
export function checkValue(place: string, type: string, value: string): string {
  const rule = RULES[place]
  if (needsRule(type) && !rule) throw new Refusal('this version doesn’t know this column')
  if (TYPES[type]?.(value) === false) throw new Refusal(`this is not a value of the type ${type}`)
  return rule ? ruled(rule, type, value) : value
}

function ruled({ schema, correct = String }: Rule, type: string, value: string): string {
  const given = read(type, value)
  const first = schema.safeParse(given)
  const result =
    first.success || typeof given !== 'string' ? first : schema.safeParse(correct(given))
  if (!result.success) throw new Refusal(reasonOf(result.error))
  return written(type, value, given, result.data)
}

function read(type: string, value: string): unknown {
  if (type === 'jsonb') return JSON.parse(value)
  if (type === 'text[]') return parseArray(value)
  return value
}

// text[], which the driver's type doesn't name.
const TEXT_ARRAY = 1009 as typeof pg.types.builtins.TEXT
const parseArray = (value: string) => pg.types.getTypeParser(TEXT_ARRAY)(value) as unknown

function written(type: string, value: string, given: unknown, checked: unknown): string {
  if (isDeepStrictEqual(given, checked)) return value
  if (type === 'jsonb') return JSON.stringify(checked)
  if (type === 'text[]') return `{${(checked as string[]).map(quoted).join(',')}}`
  return String(checked)
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function reasonOf({ issues }: z.ZodError): string {
  const [issue] = issues
  return issue ? [...issue.path, issue.message].join(' ') : 'not valid'
}
