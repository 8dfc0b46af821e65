import type { IdentityProvider } from 'contract/oidc'
import {
  ErrorResponse,
  User,
  UserManager,
  type SigninSilentArgs,
  type UserManagerSettings,
} from 'oidc-client-ts'
import { inTurn } from '#core/in-turn.ts'
import { renewalFailed, updateIdentity } from './identity-stores.ts'

/** The specification, section 9. Seconds, and pixels. */
const SCOPE = 'openid email profile api'
const EXPIRING_NOTICE = 300
const REQUEST_TIMEOUT = 10
const SESSION_CHECK = 2
const STALE_STATE_AGE = 900
const POPUP_HEIGHT = 640
const OTHER_RENEWAL_MS = 1000
const RETRY_MS = 5000
/** Each retry waits twice as long, up to this. */
const LONGEST_RETRY_MS = 300_000
/** By default the library retries without limit. */
const MAX_TIMEOUTS = 3

const FINAL = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client'])

const LOCK = 'pat-oidc-renew'
const CHANNEL = 'pat-oidc'

interface Renewed {
  replaced: string
  user: string
}

/** The library's client, with one renewal at a time across tabs and an expiry for every token. */
export class IdentityClient extends UserManager {
  readonly provider: IdentityProvider
  readonly #channel = new BroadcastChannel(CHANNEL)
  #renewal: Promise<User | null> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(provider: IdentityProvider) {
    super({ ...settingsOf(provider), automaticSilentRenew: true })
    this.provider = provider
    this.events.addUserLoaded((user) => this.#keep(user))
    this.events.addUserUnloaded(() => updateIdentity(null))
    this.events.addSilentRenewError(renewalFailed)
    this.events.addAccessTokenExpired(() => this.#renewExpired(RETRY_MS))
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Renewed>) => {
      void this.#takeOver(data)
    })
  }

  get isRenewing() {
    return this.#renewal !== undefined
  }

  override signinSilent(args?: SigninSilentArgs): Promise<User | null> {
    this.#renewal ??= this.#renewInTurn(args).finally(() => {
      this.#renewal = undefined
    })
    return this.#renewal
  }

  // A failed revocation must not keep the others from running.
  protected override async _revokeInternal(
    user: User | null,
    types = this.settings.revokeTokenTypes,
  ): Promise<void> {
    // oxlint-disable-next-line no-underscore-dangle -- the library's name
    for (const type of types) await super._revokeInternal(user, [type]).catch(() => undefined)
  }

  /** The provider's access token, renewed if it expires within 5 minutes. */
  async freshAccessToken(): Promise<string | null> {
    const user = await this.getUser()
    if (user === null) return null
    const left = user.expires_in ?? this.provider.token_seconds
    const fresh = left < EXPIRING_NOTICE ? await this.signinSilent() : user
    return fresh?.access_token ?? null
  }

  /** Refresh tokens rotate: two simultaneous renewals would make the provider revoke them all. */
  async #renewInTurn(args: SigninSilentArgs | undefined): Promise<User | null> {
    const before = await this.#stored()
    const { held = [] } = await navigator.locks.query()
    const isOtherRenewing = held.some(({ name }) => name === LOCK)
    return await inTurn(LOCK, async () => {
      if (isOtherRenewing) await pause(OTHER_RENEWAL_MS)
      const now = await this.#stored()
      if (now !== null && now.access_token !== before?.access_token) return now
      const user = await super
        .signinSilent(args)
        .catch((error: unknown) => this.#failRenewal(error, now?.refresh_token))
      if (user !== null && before?.refresh_token !== undefined) {
        const renewed: Renewed = { replaced: before.refresh_token, user: user.toStorageString() }
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of our own origin
        this.#channel.postMessage(renewed)
      }
      return user
    })
  }

  // A duplicated tab has the same refresh token, which another tab has just used.
  async #takeOver({ replaced, user }: Renewed) {
    const own = await this.#stored()
    if (own?.refresh_token !== replaced) return
    const renewed = User.fromStorageString(user)
    await this.storeUser(renewed)
    await this.events.load(renewed)
  }

  async #keep(user: User) {
    // Salesforce sends no expiry, without which the library starts no timer.
    if (user.expires_at === undefined) {
      user.expires_in = this.provider.token_seconds
      await this.storeUser(user)
      await this.events.load(user, false)
    }
    updateIdentity(user)
  }

  // If the provider revoked the tokens, our own session continues without them.
  async #failRenewal(error: unknown, used: string | undefined): Promise<User> {
    const now = await this.#stored()
    if (now !== null && now.refresh_token !== used) return now
    if (error instanceof ErrorResponse && FINAL.has(error.error ?? '')) await this.removeUser()
    throw error
  }

  async #renewExpired(wait: number) {
    const user = await this.#stored()
    if (user?.expired !== true || this.isRenewing || this.#retry !== undefined) return
    try {
      await this.signinSilent()
    } catch (error) {
      renewalFailed(error)
      this.#retry = setTimeout(() => {
        this.#retry = undefined
        void this.#renewExpired(Math.min(2 * wait, LONGEST_RETRY_MS))
      }, wait)
    }
  }

  // `getUser` would restart the timers and start another renewal.
  #stored() {
    // oxlint-disable-next-line no-underscore-dangle -- the library's name
    return this._loadUser()
  }
}

/** In the hidden frame: passes the provider's response to the parent page. */
export async function answerSilentCallback(provider: IdentityProvider) {
  const settings = { ...settingsOf(provider), automaticSilentRenew: false }
  await new UserManager(settings).signinSilentCallback()
}

function settingsOf(provider: IdentityProvider): UserManagerSettings {
  const at = (path: string) => `${location.origin}/auth/salesforce/${path}`
  return {
    authority: provider.authority,
    client_id: provider.client_id,
    redirect_uri: at('callback'),
    popup_redirect_uri: at('callback'),
    silent_redirect_uri: at('silent-callback'),
    post_logout_redirect_uri: at('logout-callback'),
    response_type: 'code',
    response_mode: 'query',
    // Frames of another site get no cookies, so silent renewal needs a refresh token.
    scope: provider.has_refresh_token ? `${SCOPE} refresh_token` : SCOPE,
    // Revocation also ends the session.
    metadataSeed: { end_session_endpoint: `${provider.authority}/services/oauth2/revoke` },
    revokeTokensOnSignout: true,
    validateSubOnSilentRenew: true,
    monitorAnonymousSession: true,
    // A notice longer than the token's lifetime would renew it endlessly.
    accessTokenExpiringNotificationTimeInSeconds: Math.min(
      EXPIRING_NOTICE,
      Math.floor(provider.token_seconds / 3),
    ),
    requestTimeoutInSeconds: REQUEST_TIMEOUT,
    silentRequestTimeoutInSeconds: REQUEST_TIMEOUT,
    checkSessionIntervalInSeconds: SESSION_CHECK,
    staleStateAgeInSeconds: STALE_STATE_AGE,
    maxSilentRenewTimeoutRetries: MAX_TIMEOUTS,
    popupWindowFeatures: { height: POPUP_HEIGHT },
  }
}

function pause(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
