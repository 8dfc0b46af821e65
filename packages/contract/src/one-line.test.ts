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
  /\.(description|introduction|licence|guidance|text|action|note|remark|reason|what_changed|not_applicable_reason)$/
/** Passwords are used as they are, protocols have their own rules, and a file's name is cleaned when it is stored. */
const AS_IT_IS =
  /password$|^sso\.|^tenants\.setLogo\.image$|^account\.updateProfile\.was\.|^attachments\.start\.name$/

const BREAKS = ['a\nb', 'a\r\nBcc: b', 'a\tb', 'a\u0085b', 'a\u2028b', 'a\u2029b', 'a\u0000b']

/** The fields of a schema that accept any of these texts. */
function accepting(schema: z.ZodType, path: string): string[] {
  const def = schema.def as object
  if ('shape' in def)
    return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      accepting(field, `${path}.${name}`),
    )
  if ('element' in def) return accepting(def.element as z.ZodType, path)
  if ('options' in def)
    return (def.options as z.ZodType[]).flatMap((option) => accepting(option, path))
  if ('innerType' in def) return accepting(def.innerType as z.ZodType, path)
  const accepts = BREAKS.some((text) => schema.safeParse(text).success)
  return accepts ? [path] : []
}

test('every text of a request is one line, unless it is listed here', () => {
  const found = endpoints.flatMap(({ name, body, query }) => [
    ...(body ? accepting(body, name) : []),
    ...(query ? accepting(query, name) : []),
  ])
  const others = found.filter((path) => !SEVERAL_LINES.test(path) && !AS_IT_IS.test(path))
  expect(others).toEqual([])
  expect(found).toContain('assessments.note.note')
})
