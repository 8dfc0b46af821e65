type Schema = { shape?: Record<string, unknown>; _zod?: { def: Record<string, unknown> } }

/** Paths of the fields that have no fields of their own. */
export function leavesOf(schema: unknown, path: readonly string[] = []): string[] {
  const { shape, _zod } = schema as Schema
  if (shape)
    return Object.entries(shape).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
  const { element, innerType, in: input } = _zod?.def ?? {}
  const inner = [element, innerType, input].flatMap((one) => (one ? leavesOf(one, path) : []))
  return inner.length > 0 ? [...new Set(inner)] : [path.join('.')]
}
