import type { AuditAction } from 'contract/audit-labels'
import { settingsPageAt } from 'contract/settings-page'
import type { SsoFailureReason } from 'contract/sso'
import type { PublicContext } from '#core/context.ts'
import { recordEvent } from '#support/audit.queries.ts'

/** A single sign-on that comes to nothing: people see the reason, the audit log keeps the detail. */
export class SsoFailure extends Error {
  override name = 'SsoFailure'
  readonly reason: SsoFailureReason

  constructor(reason: SsoFailureReason, detail: string, cause?: unknown) {
    super(detail, { cause })
    this.reason = reason
  }
}

/** Longest detail that the audit log keeps: parts of it may come from outside. */
const MOST_DETAIL = 300

/** Answers where to go on; every failure is recorded and leads to the screen that says so. */
export async function orFailureScreen(
  context: PublicContext,
  work: () => Promise<string>,
): Promise<string> {
  try {
    return await work()
  } catch (error) {
    const reason = await recordFailure(context, error, 'sso.rejected')
    return `/auth/sso/callback?reason=${reason}`
  }
}

/** As `orFailureScreen`, for somebody who came to link: the settings say what became of it. */
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

async function recordFailure(context: PublicContext, error: unknown, action: AuditAction) {
  const { request, scope, inTenant } = context
  const reason = error instanceof SsoFailure ? error.reason : 'failed'
  // Recorded once in each window, where it is counted.
  if (reason === 'too-many') return reason
  if (reason === 'failed') request.log.error({ err: error }, 'single sign-on')
  await inTenant((db) =>
    recordEvent(db, { scope, request }, action, { details: { reason, detail: detailOf(error) } }),
  )
  return reason
}

function detailOf(error: unknown): string {
  if (!(error instanceof SsoFailure)) return 'unexpected'
  const cause = error.cause instanceof Error ? `: ${textOf(error.cause)}` : ''
  return (error.message + cause).slice(0, MOST_DETAIL)
}

// The libraries say what was wrong in the innermost cause.
function textOf(error: Error): string {
  const inner = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return (error.message + inner).toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
}
