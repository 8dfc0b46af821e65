import { FIRST_COLOUR } from 'contract/tenants'
import type { IncomingHttpHeaders } from 'node:http'
import type { ApiError } from './errors.ts'
import { escaped, plainPage } from './plain-page.ts'

type Failed = { id: string; method?: string | undefined; url: string; headers: IncomingHttpHeaders }

type FailureAnswer = { type: string; body: string }

const BRAND = { name: 'Waymark', colour: FIRST_COLOUR }

/** What a program or one of our pages gets is JSON. A browser that opens an address of ours gets a page. */
export function failureAnswer(failure: ApiError, failed: Failed): FailureAnswer {
  if (isNavigation(failed))
    return { type: 'text/html; charset=utf-8', body: failurePage(failure, failed) }
  return {
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(failure.body(failed.id)),
  }
}

/** The start page says more about these than an answer of the API can. */
const EXPLAINED = new Set(['maintenance', 'organisation-suspended', 'unknown-host'])

/** Whether a browser is sent to the start page, which explains this failure. */
export function isExplainedAtStart(failure: ApiError, failed: Omit<Failed, 'id'>): boolean {
  return EXPLAINED.has(failure.code) && failed.url.startsWith('/api/') && isNavigation(failed)
}

/** Browsers say so where they can, by https and on localhost. Otherwise what they accept tells. */
function isNavigation({ headers }: Pick<Failed, 'headers'>): boolean {
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return headers.accept?.includes('text/html') ?? false
}

function failurePage(failure: ApiError, failed: Failed): string {
  const [address, name] = wayOn(failed.url)
  const again = mayRepeat(failure, failed) ? `<a href="${escaped(failed.url)}">Try again</a>` : ''
  return plainPage({
    title: 'This page can’t be shown',
    brand: BRAND,
    body: `<p>${escaped(failure.message)}</p>
<p>${again}<a href="${address}">${name}</a></p>
<small>Request ${escaped(failed.id)}</small>`,
  })
}

/** What was posted can't be sent again by a link. */
function mayRepeat({ status }: ApiError, { method, url }: Failed): boolean {
  const isOwn = url.startsWith('/') && !/^[/\\]{2}/.test(url)
  return method === 'GET' && isOwn && (status >= 500 || status === 408)
}

function wayOn(url: string): [address: string, name: string] {
  return /^\/api\/(auth|oidc)\//.test(url)
    ? ['/login', 'Go to sign in']
    : ['/', 'Go to the start page']
}
