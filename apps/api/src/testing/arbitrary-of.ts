import fc from 'fast-check'
import { z } from 'zod'

type Schema = z.core.JSONSchema.JSONSchema

/** Values of the schema without its refinements. Ids often exist. */
export function arbitraryOf(type: z.ZodType, ids: readonly number[]): fc.Arbitrary<unknown> {
  return fromSchema(z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }), ids)
}

function fromSchema(schema: Schema, ids: readonly number[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fromSchema(choice, ids)))
  return BY_TYPE[String(schema.type)]?.(schema, ids) ?? fc.jsonValue()
}

const BY_TYPE: Record<string, (schema: Schema, ids: readonly number[]) => fc.Arbitrary<unknown>> = {
  object: objectOf,
  string: textOf,
  integer: numberOf,
  number: numberOf,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items }, ids) => fc.array(fromSchema(items as Schema, ids), { maxLength: 5 }),
}

function objectOf({ properties = {}, required = [] }: Schema, ids: readonly number[]) {
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, fromSchema(field as Schema, ids)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

function textOf(
  { format, pattern, minLength = 0, maxLength = 40 }: Schema,
  ids: readonly number[],
) {
  if (format === 'email') return fc.emailAddress()
  if (format === 'uuid') return fc.uuid()
  if (pattern !== undefined && new RegExp(pattern).test('1'))
    return fc.oneof(fc.constantFrom(...ids.map(String)), fc.stringMatching(new RegExp(pattern)))
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 60) })
}

function numberOf({ minimum, exclusiveMinimum, maximum }: Schema, ids: readonly number[]) {
  const least = minimum ?? (exclusiveMinimum === undefined ? -1000 : Number(exclusiveMinimum) + 1)
  const most = Math.min(maximum ?? Infinity, Number.MAX_SAFE_INTEGER)
  const any = fc.integer({ min: least, max: most })
  const known = ids.filter((id) => id >= least && id <= most)
  return known.length === 0 ? any : fc.oneof(fc.constantFrom(...known), any)
}
