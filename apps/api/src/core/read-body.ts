import type { Endpoint } from 'contract/endpoint'
import { z } from 'zod'

/** What is expected by a field's path. Without a prototype, so that `constructor` is an ordinary key. */
export type Faults = Record<string, string>

type Part = 'params' | 'query' | 'body'

const MAX_FAULTS = 1000

const NoQuery = z.strictObject({})

/** A part of a request by its schema. Its faults are added to `faults`. */
export function readPart(endpoint: Endpoint, part: Part, value: unknown, faults: Faults): unknown {
  const schema = endpoint[part] ?? (part === 'query' ? NoQuery : undefined)
  if (!schema) return undefined
  const { success, error, data } = schema.safeParse(value)
  if (!success) collectFaults(error.issues, part, faults)
  return data
}

function collectFaults(issues: readonly z.core.$ZodIssue[], part: Part, faults: Faults) {
  let count = 0
  for (const issue of issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
    for (const key of keys) {
      const path = [...issue.path, ...(key === undefined ? [] : [key])].join('.') || part
      faults[part === 'params' ? `params.${path}` : path] ??=
        key === undefined ? issue.message : 'This request doesn’t accept this field'
      count += 1
      if (count === MAX_FAULTS) return
    }
  }
}

/** Undefined if it is no JSON. */
export function parseJson(bytes: Uint8Array): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8').decode(bytes)) }
  } catch {
    return undefined
  }
}
