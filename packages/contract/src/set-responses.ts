type Lists<R> = { responses: readonly R[] }

/** A statement of a draft without responses takes the set’s. */
export function withSetResponses<R, S extends Lists<R>>(
  shared: readonly R[] | undefined,
  statement: S,
): Omit<S, 'responses'> & Lists<R> {
  return statement.responses.length > 0 || !shared ? statement : { ...statement, responses: shared }
}

/** Whether a statement's responses are the set’s, so that they needn't be written again. */
export function isShared<R extends object>(
  shared: readonly R[] | undefined,
  responses: readonly R[],
): boolean {
  if (shared === undefined || shared.length !== responses.length) return false
  if (shared === responses) return true
  return responses.every((response, index) => hasSameFields(response, shared[index] ?? {}))
}

/** A stored response has its fields in another order, and only those with a value. */
function hasSameFields(one: object, other: object) {
  const valuesOf = (fields: object): Record<string, unknown> => ({ ...fields })
  const [first, then] = [valuesOf(one), valuesOf(other)]
  return Object.keys({ ...first, ...then }).every((name) => first[name] === then[name])
}
