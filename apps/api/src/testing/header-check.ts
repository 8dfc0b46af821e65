import { ApiErrorBody } from 'contract/errors'
import { Readiness } from 'contract/sys'

export type Received = {
  statusCode: number
  headers: Record<string, string | string[] | number | undefined>
  body: string
}

/** The only answers of the API that a cache may keep; brands contain nothing private. */
const CACHEABLE = /^\/api\/((tenant|issuer)\/(brand\.css|logo)|docs\/static\/.*)$/

// Internal details.
const INTERNALS =
  /\n\s+at \S|node_modules|\.(ts|js):\d+|\/(apps|src|home|tmp|usr|var)\/|\b(select|insert into|update|delete from) [\w".]+ (from|set|where|\()|violates|relation "|syntax error|SQLSTATE|ECONN/i

const EXPECTED: [name: string, value: RegExp][] = [
  ['content-security-policy', /default-src '(self|none)'/],
  ['content-security-policy', /frame-ancestors 'none'/],
  ['x-content-type-options', /^nosniff$/],
  ['cross-origin-resource-policy', /^same-(origin|site)$/],
  ['x-request-id', /^[0-9a-f-]{36}$/],
]

/** What can be a page, or have something else in it, also has these. */
const OF_DOCUMENTS: typeof EXPECTED = [
  ['content-security-policy', /script-src '(self|none)'(;|$)/],
  ['content-security-policy', /object-src 'none'/],
  ['content-security-policy', /base-uri 'none'/],
  ['x-frame-options', /^DENY$/],
  ['referrer-policy', /^no-referrer$/],
  ['permissions-policy', /camera=\(\)/],
  ['cross-origin-opener-policy', /^same-origin$/],
]

/** Of an answer with JSON or nothing, which can load and frame nothing. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

function isData({ statusCode, headers }: Received): boolean {
  const isJson = /^application\/json\b/.test(String(headers['content-type']))
  return headers['content-security-policy'] === DATA_POLICY && (isJson || statusCode === 204)
}

/** nginx takes 4 KB by default, with the first line. It calls a node dead that sends more, for everyone. */
const MOST_BYTES = 4000

function bytesOf({ headers }: Received): number {
  return Object.entries(headers)
    .flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`))
    .reduce((sum, line) => sum + Buffer.byteLength(line), 0)
}

/** The faults in the headers that every answer must have. */
export function headerFaults(
  answer: Received,
  url: string,
  isProduction: boolean,
  isHttps = false,
): string[] {
  const header = (name: string) => String(answer.headers[name] ?? '')
  const expected = isData(answer) ? EXPECTED : [...EXPECTED, ...OF_DOCUMENTS]
  const faults = expected
    .filter(([name, value]) => !value.test(header(name)))
    .map(([name, value]) => `${name} is "${header(name)}", not ${value}`)
  for (const name of ['server', 'x-powered-by', 'via'])
    if (header(name) !== '') faults.push(`${name} tells "${header(name)}"`)
  const bytes = bytesOf(answer)
  if (bytes > MOST_BYTES) faults.push(`the headers have ${bytes} bytes`)
  if (header('access-control-allow-origin') === '*') faults.push('any origin may read')
  const transport = header('strict-transport-security')
  if (isProduction !== /max-age=31536000; includeSubDomains/.test(transport))
    faults.push(`strict-transport-security is "${transport}"`)
  const path = url.split('?')[0] ?? ''
  return [
    ...faults,
    ...cacheFaults(answer, path),
    ...cookieFaults(answer, isHttps),
    ...errorFaults(answer, path),
  ]
}

function cacheFaults({ statusCode, headers }: Received, path: string): string[] {
  const control = String(headers['cache-control'])
  const mayBeKept = !path.startsWith('/api/') || (statusCode < 400 && CACHEABLE.test(path))
  return mayBeKept || control === 'no-store' ? [] : [`cache-control is "${control}"`]
}

// A browser keeps secure cookies, which the prefix needs, from https only.
function cookieFaults({ headers }: Received, isHttps: boolean): string[] {
  const cookies = headers['set-cookie'] ?? []
  return (Array.isArray(cookies) ? cookies : [String(cookies)]).filter(
    (cookie) =>
      [/; Path=\/(;|$)/, /; SameSite=Lax/].some((part) => !part.test(cookie)) ||
      [/^__Host-/, /; Secure/].some((part) => part.test(cookie) !== isHttps) ||
      /; Domain=/i.test(cookie) ||
      // Scripts read these two cookies.
      (!/; HttpOnly/.test(cookie) && !/^(__Host-)?(XSRF-TOKEN|pat_oidc)=/.test(cookie)),
  )
}

function errorFaults(answer: Received, path: string): string[] {
  const { statusCode, headers, body } = answer
  if (statusCode < 400 || body === '') return []
  // This refusal lists the checks instead of a code.
  if (path === '/api/ready' && Readiness.safeParse(JSON.parse(body)).success) return []
  const faults = INTERNALS.test(body) ? [`the error tells how we are built: ${body}`] : []
  const type = String(headers['content-type'])
  if (isErrorPage(answer, path)) return faults
  if (!type.startsWith('application/json')) return [...faults, `an error is ${type}`]
  const read = ApiErrorBody.safeParse(JSON.parse(body))
  if (!read.success) return [...faults, `not an error of the contract: ${body}`]
  if (read.data.request_id !== headers['x-request-id']) faults.push('two request ids')
  return faults
}

/**
 * An unknown path is answered with the application, and every path with a page while Waymark is closed. A browser that
 * opens an address itself gets a page that names the request.
 */
function isErrorPage({ statusCode, headers, body }: Received, path: string): boolean {
  if (!String(headers['content-type']).startsWith('text/html')) return false
  return (
    ([404, 503].includes(statusCode) && !path.startsWith('/api/')) ||
    body.includes(`Request ${String(headers['x-request-id'])}<`)
  )
}
