import { isDeepStrictEqual } from 'node:util'
import { ANY_TYPE, type Endpoint } from 'contract/endpoint'
import { ApiErrorBody } from 'contract/errors'
import type { z } from 'zod'
import type { Answer } from './test-app.ts'

/** How an answer differs from the endpoint's contract. */
export function answerFault(
  endpoint: Endpoint,
  { statusCode, body, headers }: Answer,
): string | undefined {
  if (statusCode >= 400) return schemaFault(ApiErrorBody, body)
  if (endpoint.redirect) return statusCode === 303 ? undefined : 'not a redirect'
  if (endpoint.file === ANY_TYPE) return undefined
  if (endpoint.file !== undefined)
    return String(headers['content-type']).startsWith(endpoint.file)
      ? undefined
      : 'another kind of file'
  if (endpoint.response) return schemaFault(endpoint.response, body)
  return statusCode === 204 && body === '' ? undefined : 'not an empty answer'
}

function schemaFault(schema: z.ZodType, body: string): string | undefined {
  const sent: unknown = JSON.parse(body)
  const { success, error, data } = schema.safeParse(sent)
  if (!success) return `${error.message} in ${body}`
  // Parsing drops unknown fields, so a leaked column makes a difference. Errors repeat the names of sent fields.
  if (schema === ApiErrorBody || isDeepStrictEqual(data, sent)) return undefined
  return `fields outside the schema: ${body}`
}
