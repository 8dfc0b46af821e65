import type { User as OidcUser } from 'oidc-client-ts'
import { create } from 'zustand'
import { NOT_STORED } from '#core/store-token.ts'

/** The last error of identity. `error` is the server's response or a message. */
interface IdentityError {
  error: unknown
  errorCode: string | null
  tenant: string | null
}

interface IdentityAuth {
  isOidcAuthenticated: boolean
  isOidcAuthenticating: boolean
  oidcUser: OidcUser | null
  oidcError: string | null
}

const NO_ERROR: IdentityError = { error: null, errorCode: null, tenant: null }
const SIGNED_OUT: IdentityAuth = {
  isOidcAuthenticated: false,
  isOidcAuthenticating: false,
  oidcUser: null,
  oidcError: null,
}

export const useIdentityError = create<IdentityError>(() => NO_ERROR)
export const useIdentityAuth = create<IdentityAuth>(() => SIGNED_OUT)

export function setAuthenticating() {
  useIdentityError.setState(NO_ERROR)
  useIdentityAuth.setState({ isOidcAuthenticating: true, oidcError: null })
}

export function stopAuthenticating() {
  useIdentityAuth.setState({ isOidcAuthenticating: false })
}

export function identityLoggedIn(oidcUser: OidcUser | null) {
  useIdentityAuth.setState({
    isOidcAuthenticated: oidcUser !== null,
    isOidcAuthenticating: false,
    oidcUser,
    oidcError: null,
  })
}

export function identityLoggedOut() {
  useIdentityAuth.setState(SIGNED_OUT)
}

export function updateIdentity(oidcUser: OidcUser | null) {
  useIdentityAuth.setState(
    oidcUser === null ? { oidcUser, isOidcAuthenticated: false } : { oidcUser },
  )
}

/** A failed renewal doesn't affect our own session. */
export function renewalFailed(error: unknown) {
  useIdentityAuth.setState({ oidcError: failureOf(error, 'Failed to sign in').message })
}

/** The response’s data and code if there are any, otherwise the message. */
export function identityFailed(error: unknown, fallback: string, tenant: string) {
  const failure = failureOf(error, fallback)
  useIdentityError.setState({ error: failure.error, errorCode: failure.errorCode, tenant })
  useIdentityAuth.setState({
    isOidcAuthenticated: false,
    isOidcAuthenticating: false,
    oidcError: failure.message,
  })
}

export class ExchangeRefusal extends Error {
  override name = 'ExchangeRefusal'
  readonly data: { code: string; message: string }

  constructor(data: { code: string; message: string }) {
    super(data.message)
    this.data = data
  }
}

function failureOf(error: unknown, fallback: string) {
  const message = isNotStored(error)
    ? NOT_STORED
    : error instanceof Error && error.message !== ''
      ? error.message
      : fallback
  if (error instanceof ExchangeRefusal) {
    return { error: error.data, errorCode: error.data.code, message }
  }
  return { error: message, errorCode: codeOf(error), message }
}

/** The library keeps its state in session storage, which browsers refuse with texts for developers. */
function isNotStored(error: unknown) {
  return error instanceof DOMException && /^(Quota|Security)/.test(error.name)
}

function codeOf(error: unknown) {
  const isAnswer = error instanceof Error && 'error' in error && typeof error.error === 'string'
  return isAnswer ? String(error.error) : null
}
