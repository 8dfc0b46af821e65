import type { QueryClient } from '@tanstack/react-query'
import type { OidcSignIn } from 'contract/oidc'
import { type SettingsPage, settingsPageAt } from 'contract/settings-page'
import type { User as OidcUser } from 'oidc-client-ts'
import { hasSession } from '#core/session.ts'
import { isOver, userQuery } from '#core/user.ts'
import { safeBackTo } from './back-to.ts'
import { fetchNonce, exchangeTokens } from './exchange-tokens.ts'
import { type LinkOutcome, linkTokens } from './link-tokens.ts'
import type { IdentityClient } from './identity-client.ts'
import {
  identityFailed,
  identityLoggedIn,
  setAuthenticating,
  stopAuthenticating,
} from './identity-stores.ts'
import { openIdentity } from './open-identity.ts'

export type SignedIn =
  | { token: string; redirect: string | undefined }
  | { backTo: string }
  | { link: LinkOutcome; page: SettingsPage }

interface SignInState {
  subdomain?: string | undefined
  redirect?: string | undefined
  isLink?: boolean
}

export function initIdentity(queryClient: QueryClient): Promise<void> {
  return inTurn(async () => {
    setAuthenticating()
    try {
      const client = await openIdentity(queryClient)
      const user = await client.getUser()
      const isAlive = user !== null && user.expired !== true
      if (!isAlive && !hasSession()) return stopAuthenticating()
      await queryClient.fetchQuery(userQuery)
      identityLoggedIn(user)
    } catch (error) {
      // A user without a session here is not an error.
      if (!hasSession() && isOver(error)) return stopAuthenticating()
      identityFailed(error, 'Failed to initialize OIDC auth', location.hostname)
    }
  })
}

/** Redirects to the provider. `subdomain`: the organisation, if it isn't this host. */
export async function signIn(queryClient: QueryClient, options: SignInState = {}): Promise<void> {
  setAuthenticating()
  try {
    const client = await openIdentity(queryClient)
    await client.signinRedirect(await requestOf(client, options))
  } catch (error) {
    identityFailed(error, 'Failed to sign in', location.hostname)
  }
}

export async function linkIdentity(queryClient: QueryClient, nonce: string): Promise<void> {
  const client = await openIdentity(queryClient)
  const state: SignInState = { isLink: true, redirect: settingsPageAt(location.pathname) }
  await client.signinRedirect({ nonce, state })
}

/** Signs in through a pop-up window, which browsers allow only after a click. */
export async function signInByPopup(queryClient: QueryClient): Promise<SignedIn | null> {
  setAuthenticating()
  try {
    const client = await openIdentity(queryClient)
    const request = await requestOf(client, {})
    const user = await client
      .signinPopup({ ...request, popupAbortOnClose: true })
      .catch((error: unknown) => {
        throw isWithoutWindow(error) ? new Error('Popup blocked by user') : error
      })
    return await enter(client, user, false)
  } catch (error) {
    identityFailed(error, 'Failed to sign in', location.hostname)
    return null
  }
}

/** Signs in without interaction if the provider has a session; skipped during a renewal. */
export function silentSignIn(
  queryClient: QueryClient,
  options: { forceIframeAuth?: boolean } = {},
): Promise<SignedIn | null> {
  return inTurn(async () => {
    setAuthenticating()
    try {
      const client = await openIdentity(queryClient)
      if (client.isRenewing) return stop()
      const user = await client.signinSilent({ ...(await requestOf(client, {})), ...options })
      return user === null ? stop() : await enter(client, user, true)
    } catch (error) {
      if (isAnonymous(error)) return stop()
      identityFailed(error, 'Failed to sign in', location.hostname)
      return null
    }
  })
}

// The library accepts a response once, but a page may render twice.
const completions = new Map<string, Promise<SignedIn | null>>()

/** Handles the provider's redirect; null if it failed or ran in a pop-up window. */
export function completeSignIn(queryClient: QueryClient): Promise<SignedIn | null> {
  const { href } = location
  const completion = completions.get(href) ?? inTurn(() => complete(queryClient))
  completions.set(href, completion)
  return completion
}

async function complete(queryClient: QueryClient): Promise<SignedIn | null> {
  setAuthenticating()
  let tenant = location.hostname
  try {
    const client = await openIdentity(queryClient)
    const user = await client.signinCallback().catch((error: unknown) => {
      throw isWithoutIdToken(error) ? new Error('Failed to complete sign in') : error
    })
    if (user === undefined) return null
    tenant = hostOf(client, stateOf(user).subdomain)
    return await enter(client, user, false)
  } catch (error) {
    identityFailed(error, 'Failed to complete sign in', tenant)
    return null
  }
}

async function enter(client: IdentityClient, user: OidcUser, isSilent: boolean) {
  const { subdomain, redirect, isLink } = stateOf(user)
  if (isLink === true) return await link(client, user)
  const host = hostOf(client, subdomain)
  const { id_token: idToken, access_token: accessToken } = user
  if (!idToken || !accessToken) throw new Error('Failed to complete sign in')
  try {
    const answer = await exchangeTokens(host, { idToken, accessToken }, isSilent)
    const next = nextOf(client, answer, redirect)
    if ('backTo' in next) await leaveTab(client)
    else identityLoggedIn(user)
    return next
  } catch (error) {
    await client.removeUser()
    throw error
  }
}

async function leaveTab(client: IdentityClient) {
  await client.removeUser()
  stopAuthenticating()
}

// Linking doesn't change our own session.
async function link(client: IdentityClient, user: OidcUser) {
  const { id_token, access_token } = user
  const outcome = await linkTokens(id_token ?? '', access_token)
  await leaveTab(client)
  return { link: outcome, page: settingsPageAt(stateOf(user).redirect) }
}

/** The state from the start of the sign-in; a renewal has none. */
function stateOf({ state }: OidcUser): SignInState {
  return state ?? {}
}

// With `back_to` the other host has the token.
function nextOf({ provider }: IdentityClient, answer: OidcSignIn, redirect?: string) {
  if (answer.back_to === undefined) return { token: answer.token, redirect }
  const backTo = safeBackTo(answer.back_to, provider.base_domain)
  if (backTo === null) throw new Error('Failed to complete sign in')
  return { backTo }
}

async function requestOf(client: IdentityClient, { subdomain, redirect }: SignInState) {
  const state: SignInState = { subdomain: subdomain ?? subdomainOf(client), redirect }
  return { nonce: await fetchNonce(hostOf(client, state.subdomain)), state }
}

/** The subdomain from state plus the product domain, else the current host. */
function hostOf({ provider }: IdentityClient, subdomain: string | undefined) {
  const isLabel = subdomain !== undefined && /^[a-z0-9-]+$/.test(subdomain)
  return isLabel ? `${subdomain}.${provider.base_domain}` : location.hostname
}

function subdomainOf({ provider }: IdentityClient) {
  const suffix = `.${provider.base_domain}`
  return location.hostname.endsWith(suffix) ? location.hostname.slice(0, -suffix.length) : undefined
}

// Flows run in series, so that an older check can't overwrite a new sign-in.
let turn: Promise<unknown> = Promise.resolve()

function inTurn<T>(flow: () => Promise<T>): Promise<T> {
  const next = turn.then(flow)
  turn = next.catch(() => undefined)
  return next
}

function stop() {
  stopAuthenticating()
  return null
}

const ANONYMOUS = new Set([
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
])

function isAnonymous(error: unknown) {
  return error instanceof Error && 'error' in error && ANONYMOUS.has(String(error.error))
}

/** The library tries to decode a missing token. */
function isWithoutIdToken(error: unknown) {
  return error instanceof Error && error.name === 'InvalidTokenError'
}

function isWithoutWindow(error: unknown) {
  return error instanceof Error && error.message === 'Attempted to navigate on a disposed window'
}
