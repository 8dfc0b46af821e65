import type { z } from 'zod'
import type { Permission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call an endpoint. `signed-in` includes every role; the last three are the page guards
 * and permissions of the specification, section 6. The token of a sign-in that waits for its second step
 * opens `mfa` alone, and nothing else opens that.
 */
export type Access = 'public' | 'mfa' | 'signed-in' | 'god-level' | 'company-admin' | Permission

/** Of files that each have a type of their own. */
export const ANY_TYPE = '*/*'

/** One operation of the API as data: the server binds it, the browser calls it, tests walk it. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  method: Method
  /** Below `/api`, Fastify style: `/assessments/:id`. */
  path: string
  access: Access
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** Largest body, where it is more than any other JSON has a reason to be. */
  mostBytes?: number
  /** The body is bytes as they are, `application/octet-stream`, not JSON. */
  isRaw?: true
  /** Absent: 204 without a body. */
  response?: Response
  /** Answers a file, not JSON: its media type, or `ANY_TYPE`. */
  file?: string
  /** Answers 303 to another page: for full navigations, never called by script. */
  redirect?: true
  /** Comes from another site's page: fields that are not known are ignored, a body is a form, and no cookie is the authority. */
  foreign?: true
  /** Open before the terms of use are accepted (specification, section 4). */
  beforeTerms?: true
  /** Open before a second step that the organisation asks for is set up. */
  beforeMfa?: true
  /** Authority is a cookie, so the XSRF header is required even without a bearer token. */
  cookie?: true
}

/** Keeps each schema's own type, so handlers and callers are typed by the data. */
export function endpoint<const E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>>(
  definition: E,
): E {
  return definition
}
