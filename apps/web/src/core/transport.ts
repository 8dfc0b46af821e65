import { cookieName } from 'contract/cookies'
import type { Method } from 'contract/endpoint'
import { errorFrom, hasCode, offlineError } from '#core/api-error.ts'
import { apiBase } from '#core/host.ts'
import { noticeSuspension } from '#core/suspension.ts'
import { localKeys, readCookie } from '#core/storage-keys.ts'

const BYTES = 'application/octet-stream'

export interface CallInit {
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
  headers?: Record<string, string> | undefined
  onAnswer?: ((response: Response) => void) | undefined
}

export interface Message extends CallInit {
  method: Method
  path: string
  body?: unknown
}

/** Sends a call with token, tenant and XSRF headers; renews a stale XSRF pair once. Throws ApiError. */
export async function send(message: Message): Promise<Response> {
  if (message.method !== 'GET' && xsrfToken() === null) await renewXsrfPair()
  try {
    return await sendOnce(message)
  } catch (error) {
    if (!hasCode(error, 'xsrf-refused')) throw error
    await renewXsrfPair()
    return sendOnce(message)
  }
}

async function sendOnce({ method, path, body, ...init }: Message) {
  const headers = headersFor(body)
  for (const [name, value] of Object.entries(init.headers ?? {})) headers.set(name, value)
  const request: RequestInit = { method, headers, credentials: 'include' }
  if (body !== undefined) request.body = body instanceof Blob ? body : JSON.stringify(body)
  if (init.signal) request.signal = init.signal
  if (init.keepalive) request.keepalive = true
  const response = await fetch(apiBase(location, import.meta.env.DEV) + path, request).catch(
    cutOff(init.signal),
  )
  if (response.ok) return response
  const error = await errorFrom(response)
  noticeSuspension(error)
  throw error
}

export function cutOff(signal?: AbortSignal) {
  return (cause: unknown): never => {
    throw signal?.aborted ? cause : offlineError(cause)
  }
}

function headersFor(body: unknown) {
  const headers = new Headers({ tenant: location.hostname })
  const token =
    localStorage.getItem(localKeys.accessToken) ?? localStorage.getItem(localKeys.mfaToken)
  const xsrf = xsrfToken()
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (xsrf !== null) headers.set('x-xsrf-token', xsrf)
  if (body !== undefined)
    headers.set('content-type', body instanceof Blob ? BYTES : 'application/json')
  return headers
}

function xsrfToken() {
  return readCookie(cookieName('XSRF-TOKEN', location.protocol))
}

// Any GET returns a new pair.
async function renewXsrfPair() {
  await sendOnce({ method: 'GET', path: '/tenant' })
}
