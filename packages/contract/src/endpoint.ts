import type { z } from 'zod'
import type { Permission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call an endpoint. `signed-in` includes every role; the last three are page guards and permissions. Only a
 * sign-in that waits for its verification code may call `mfa`.
 */
export type Access = 'public' | 'mfa' | 'signed-in' | 'god-level' | 'company-admin' | Permission

/** For files of various types. */
export const ANY_TYPE = '*/*'

/** One operation of the API as data. The server binds it, the browser calls it, tests iterate over it. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  method: Method
  /** Below `/api`, in Fastify's style: `/assessments/:id`. */
  path: string
  access: Access
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** Largest body, if it is larger than usual. */
  mostBytes?: number
  /** Takes a processor for a while, such as writing a PDF. Few run at the same time. */
  isHeavy?: true
  /** Waits up to a second for others of its organisation, to share their transaction. */
  gathers?: true
  /** The body is bytes (`application/octet-stream`), not JSON. */
  isRaw?: true
  /** Without it, the response is 204 without a body. */
  response?: Response
  /** Responds with a file: its media type, or `ANY_TYPE`. */
  file?: string
  /** Responds with 303 to another page, for full navigations only. */
  redirect?: true
  /** The browser's client doesn't call it: probes, pages, and files that HTML refers to. */
  notForClient?: true
  /** Posted by another site's form. Unknown fields are ignored, and no cookie authorises it. */
  foreign?: true
  /**
   * Opened by the browser itself. The link is the access: the query's `token`, signed for this path, stands for the
   * access token. It answers only in the session that requested it, by its cookie.
   */
  byLink?: true
  /** Available before the terms of use are accepted. */
  beforeTerms?: true
  /** Available before the required two-step verification is set up. */
  beforeMfa?: true
  /** A cookie authorises it, so the XSRF header is required even without an access token. */
  cookie?: true
}

/** Keeps each schema's own type, so that handlers and callers are typed. */
export function endpoint<const E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>>(
  definition: E,
): E {
  return definition
}
