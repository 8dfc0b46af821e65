import type { QueryClient } from '@tanstack/react-query'
import type { OidcSignIn } from 'contract/oidc'
import { type SettingsPage, settingsPageAt } from 'contract/settings-page'
import type { User as OidcUser } from 'oidc-client-ts'
import { hasSession } from '#core/session.ts'
import { isOver, userQuery } from '#features/session/user.ts'
import { safeBackTo } from './back-to.ts'
import { askNonce, exchangeTokens } from './exchange-tokens.ts'
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
  return inTurn(() => init(queryClient))
}

async function init(queryClient: QueryClient) {
  setAuthenticating()
  try {
    const client = await openIdentity(queryClient)
    const user = await client.getUser()
    const isAlive = user !== null && user.expired !== true
    if (!isAlive && !hasSession()) return stopAuthenticating()
    await queryClient.fetchQuery(userQuery)
    identityLoggedIn(user)
  } catch (error) {
    // Whoever only the provider knows is not signed in here, which is no failure.
    if (!hasSession() && isOver(error)) return stopAuthenticating()
    identityFailed(error, 'Failed to initialize OIDC auth', location.hostname)
  }
}

/** Leaves for the provider. `subdomain`: whose people sign in, when it is not this host. */
export async function signIn(queryClient: QueryClient, wish: SignInState = {}): Promise<void> {
  setAuthenticating()
  try {
    const client = await openIdentity(queryClient)
    await client.signinRedirect(await requestOf(client, wish))
  } catch (error) {
    identityFailed(error, 'Failed to sign in', location.hostname)
  }
}

export async function linkIdentity(queryClient: QueryClient, nonce: string): Promise<void> {
  const client = await openIdentity(queryClient)
  const state: SignInState = { isLink: true, redirect: settingsPageAt(location.pathname) }
  await client.signinRedirect({ nonce, state })
}

/** The same in a window of its own, which must be opened by a press. */
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

/** Signs in without a word, if the provider still knows this browser; not while a renewal is under way. */
export function silentSignIn(
  queryClient: QueryClient,
  wish: { forceIframeAuth?: boolean } = {},
): Promise<SignedIn | null> {
  return inTurn(() => enterSilently(queryClient, wish))
}

async function enterSilently(queryClient: QueryClient, wish: { forceIframeAuth?: boolean }) {
  setAuthenticating()
  try {
    const client = await openIdentity(queryClient)
    if (client.isRenewing) return stop()
    const user = await client.signinSilent({ ...(await requestOf(client, {})), ...wish })
    return user === null ? stop() : await enter(client, user, true)
  } catch (error) {
    if (isAnonymous(error)) return stop()
    identityFailed(error, 'Failed to sign in', location.hostname)
    return null
  }
}

// The library may take an answer once; pages may be rendered twice.
const completions = new Map<string, Promise<SignedIn | null>>()

/** Where the provider leads back to; null when it failed, or when this is a window whose page goes on. */
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

// Our own session goes on as it was: the provider's is of no use to it.
async function link(client: IdentityClient, user: OidcUser) {
  const { id_token, access_token } = user
  const outcome = await linkTokens({ idToken: id_token ?? '', accessToken: access_token })
  await leaveTab(client)
  return { link: outcome, page: settingsPageAt(stateOf(user).redirect) }
}

/** What was kept here when the sign-in began; a renewal has none. */
function stateOf({ state }: OidcUser): SignInState {
  return state ?? {}
}

// With `back_to` the token is empty: it waits at that host, so there is none to store here.
function nextOf({ provider }: IdentityClient, answer: OidcSignIn, redirect?: string) {
  if (answer.back_to === undefined) return { token: answer.token, redirect }
  const backTo = safeBackTo(answer.back_to, provider.base_domain)
  if (backTo === null) throw new Error('Failed to complete sign in')
  return { backTo }
}

async function requestOf(client: IdentityClient, { subdomain, redirect }: SignInState) {
  const state: SignInState = { subdomain: subdomain ?? subdomainOf(client), redirect }
  return { nonce: await askNonce(hostOf(client, state.subdomain)), state }
}

/** The specification, section 4: the subdomain from state plus the product domain, else the present host. */
function hostOf({ provider }: IdentityClient, subdomain: string | undefined) {
  const isLabel = subdomain !== undefined && /^[a-z0-9-]+$/.test(subdomain)
  return isLabel ? `${subdomain}.${provider.base_domain}` : location.hostname
}

function subdomainOf({ provider }: IdentityClient) {
  const suffix = `.${provider.base_domain}`
  return location.hostname.endsWith(suffix) ? location.hostname.slice(0, -suffix.length) : undefined
}

// The question who is signed in, still under way without a session, would spoil the one after the sign-in.
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

// The library decodes what came, even when nothing came.
function isWithoutIdToken(error: unknown) {
  return error instanceof Error && error.name === 'InvalidTokenError'
}

function isWithoutWindow(error: unknown) {
  return error instanceof Error && error.message === 'Attempted to navigate on a disposed window'
}
