import type { ErrorCode } from 'contract/errors'
import type { PublicContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { auditText } from '#features/identity/sso/sso-failure.ts'
import { recordEvent } from '#support/audit.queries.ts'

/** The answers. Only the audit log has the check that failed. */
const MESSAGES = {
  'oidc-refused':
    'We could not verify the response from Salesforce. Sign in again. If you see this again, allow cookies for this site in your browser’s settings.',
  'oidc-misconfigured':
    'Salesforce and Waymark are not set up to work together. Ask your administrator for help. They can see what to change in the audit log.',
  'oidc-not-linked':
    'Your Salesforce account isn’t linked to an account here. Sign in another way, then link it in your settings.',
  'account-inactive': 'Your account is inactive. Ask your administrator to activate it.',
  unavailable: 'Salesforce did not respond. Try again in a moment.',
} satisfies Partial<Record<ErrorCode, string>>

export class OidcRefusal extends Error {
  override name = 'OidcRefusal'
  readonly code: keyof typeof MESSAGES

  constructor(code: keyof typeof MESSAGES, detail: string) {
    super(detail)
    this.code = code
  }
}

/** Records a refusal before it is answered. */
export async function orRefusal<T>(context: PublicContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OidcRefusal)) throw error
    const details = { reason: error.code, detail: auditText(error.message) }
    const { request, scope, inTenant } = context
    await inTenant((db) => recordEvent(db, { scope, request }, 'salesforce.rejected', { details }))
    const extra = error.code === 'unavailable' ? { retryAfter: 5 } : {}
    throw new ApiError(error.code, MESSAGES[error.code], extra)
  }
}
