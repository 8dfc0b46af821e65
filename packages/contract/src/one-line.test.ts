import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { contract } from './index.ts'

const endpoints = Object.entries(contract).flatMap(([resource, all]) =>
  Object.entries<Endpoint>(all).map(([name, endpoint]) => ({
    name: `${resource}.${name}`,
    ...endpoint,
  })),
)

const SEVERAL_LINES =
  /\.(description|introduction|licence|guidance|evidenceExample|text|action|note|remark|reason|what_changed|not_applicable_reason)$/
/** Passwords are used as they are, protocols have their own rules, and a file's name is cleaned when it is stored. */
const AS_IT_IS =
  /password$|^sso\.|^tenants\.setLogo\.image$|^account\.updateProfile\.was\.|^attachments\.start\.name$/

const BREAKS = ['a\nb', 'a\r\nBcc: b', 'a\tb', 'a\u0085b', 'a\u2028b', 'a\u2029b', 'a\u0000b']

function isBroken(stored: unknown) {
  return typeof stored === 'string' && /[\p{Cc}\p{Zl}\p{Zp}]/u.test(stored)
}

/** The fields of a schema that keep any of these breaks. Most are cleaned to a space. */
function keeping(schema: z.ZodType, path: string): string[] {
  const def = schema.def as object
  if ('shape' in def)
    return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      keeping(field, `${path}.${name}`),
    )
  if ('element' in def) return keeping(def.element as z.ZodType, path)
  if ('options' in def)
    return (def.options as z.ZodType[]).flatMap((option) => keeping(option, path))
  if ('innerType' in def) return keeping(def.innerType as z.ZodType, path)
  const keeps = BREAKS.some((text) => isBroken(schema.safeParse(text).data))
  return keeps ? [path] : []
}

test('every text of a request is one line, unless it is listed here', () => {
  const found = endpoints.flatMap(({ name, body, query }) => [
    ...(body ? keeping(body, name) : []),
    ...(query ? keeping(query, name) : []),
  ])
  const others = found.filter((path) => !SEVERAL_LINES.test(path) && !AS_IT_IS.test(path))
  expect(others).toEqual([])
  expect(found).toContain('assessments.note.note')
})
