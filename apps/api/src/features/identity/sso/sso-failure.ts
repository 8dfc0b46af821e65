import type { AuditAction } from 'contract/audit-labels'
import { settingsPageAt } from 'contract/settings-page'
import type { SsoFailureReason } from 'contract/sso'
import { OpenidRefusal } from '#adapters/openid-refusal.ts'
import { type ProviderClaims, withoutPasswords } from '#adapters/provider-claims.ts'
import { SamlRefusal } from '#adapters/saml-refusal.ts'
import type { PublicContext } from '#core/context.ts'
import { recordEvent } from '#support/audit.queries.ts'

/** The user sees the reason, the audit log has the detail. */
export class SsoFailure extends Error {
  override name = 'SsoFailure'
  readonly reason: SsoFailureReason
  /** Of the connection, so that the audit log says which one a failure is about. */
  domain: string | undefined

  constructor(reason: SsoFailureReason, detail: string, cause?: unknown) {
    super(detail, { cause })
    this.reason = reason
  }
}

export const TURN_ON = 'Turn it on in the organisation’s settings if users should sign in with it'

/** Answers the next address. A failure is recorded and leads to the failure screen. */
export async function orFailureScreen(context: PublicContext, work: () => Promise<string>) {
  try {
    return await work()
  } catch (error) {
    return `/auth/sso/callback?reason=${await recordFailure(context, error, 'sso.rejected')}`
  }
}

/** A failure to link leads back to the settings. */
export async function orBackToSettings(
  context: PublicContext,
  redirect: string,
  work: () => Promise<string>,
): Promise<string> {
  try {
    return await work()
  } catch (error) {
    return `${settingsPageAt(redirect)}?link=${await recordFailure(context, error, 'identity.rejected')}`
  }
}

/** Records which connection a failure is about. */
export async function aboutConnection<T>(
  { domain }: { domain: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SsoFailure) error.domain = domain
    throw error
  }
}

/** Says in the detail of a failure which attributes the provider sent, without their values. */
export async function withAttributes<T>(
  { attributes }: Pick<ProviderClaims, 'attributes'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SsoFailure) || attributes === undefined) throw error
    const sent = attributes.join(', ') || 'none'
    throw new SsoFailure(
      error.reason,
      `${error.message}; attributes received: ${sent}`,
      error.cause,
    )
  }
}

/** Shortened and printable, because parts of it come from outside. */
export function auditText(text: string): string {
  return withoutPasswords(text)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 1000)
}

async function recordFailure(context: PublicContext, error: unknown, action: AuditAction) {
  const { request, scope, inTenant } = context
  const reason = error instanceof SsoFailure ? error.reason : 'failed'
  // Recorded once in each window, where the attempts are counted.
  if (reason === 'too-many') return reason
  if (!(error instanceof SsoFailure)) request.log.error({ err: error }, 'single sign-on')
  const domain = error instanceof SsoFailure ? error.domain : undefined
  const details = { ...(domain !== undefined && { domain }), reason, detail: detailOf(error) }
  await inTenant((db) => recordEvent(db, { scope, request }, action, { details }))
  return reason
}

function detailOf(error: unknown): string {
  if (!(error instanceof SsoFailure))
    return 'an error in Waymark. Look for “single sign-on” in Waymark’s log'
  const { cause, reason } = error
  const advice = ADVICE[reason]
  const text = cause instanceof Error ? `${error.message}: ${saidBy(cause)}` : error.message
  // What is known of the cause comes with what to do about it.
  const isKnown = cause instanceof OpenidRefusal || cause instanceof SamlRefusal
  const isAdvised = isKnown || (cause === undefined && reason !== 'expired')
  return auditText(isAdvised || advice === undefined ? text : `${text}. ${advice}`)
}

// The libraries give the reason in the innermost cause.
function saidBy({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} (${cause.message})` : message
}

/** What to do about a reason whose details don't say it. */
const ADVICE: Partial<Record<SsoFailureReason, string>> = {
  expired:
    'Start again. If it happens again, check that the browser accepts cookies, and that the user didn’t open a copied or old link',
  unavailable:
    'Start again. If it happens again, look at the provider’s log and status page, and at the network between it and Waymark',
  unreachable: 'Use “Test connection” in the connection’s menu to find out what to change',
  rejected: 'Start again. If it happens again, look for the response in the provider’s log',
}
