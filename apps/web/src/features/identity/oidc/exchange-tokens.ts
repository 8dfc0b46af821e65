import type { OidcSignIn } from 'contract/oidc'
import { errorFrom, offlineError } from '#core/api-error.ts'
import { apiBase } from '#core/host.ts'
import { ExchangeRefusal } from './identity-stores.ts'

export async function exchangeTokens(
  host: string,
  { idToken, accessToken }: { idToken: string; accessToken: string },
  isSilent: boolean,
): Promise<OidcSignIn> {
  return await request(host, '/oidc/signin', {
    'oidc-authorization': `Bearer ${idToken}`,
    'oidc-access-token': accessToken,
    ...(isSilent && { 'silent-sso': 'true' }),
  })
}

/** A nonce that the host accepts only from this browser. */
export async function fetchNonce(host: string): Promise<string> {
  const { nonce } = await request<{ nonce: string }>(host, '/oidc/nonce', {})
  return nonce
}

async function request<T>(host: string, path: string, headers: Record<string, string>): Promise<T> {
  const response = await fetch(baseOf(host) + path, {
    headers: { accept: 'application/json', tenant: host, ...headers },
    credentials: 'include',
    cache: 'no-store',
  }).catch((cause: unknown) => {
    throw offlineError(cause)
  })
  if (response.ok) return (await response.json()) as T
  const { code, message } = await errorFrom(response)
  throw new ExchangeRefusal({ code, message })
}

function baseOf(host: string) {
  if (host === location.hostname) return apiBase(location, import.meta.env.DEV)
  return `${location.protocol}//${host}${location.port && `:${location.port}`}/api`
}
