import type { ErrorCode } from 'contract/errors'
import type { PublicContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import { recordEvent } from '#support/audit.queries.ts'

/** What callers are told: which check it was stays in the audit log. */
const MESSAGES = {
  'oidc-refused': 'The answer of the identity provider could not be verified. Sign in again.',
  'oidc-not-linked':
    'No account here is linked to this identity. Sign in another way, then link it in your settings.',
  'account-inactive': 'Your account is deactivated. Ask your administrator.',
  unavailable: 'The identity provider did not answer. Try again in a moment.',
} satisfies Partial<Record<ErrorCode, string>>

/** Longest detail that the audit log keeps: parts of it come from outside. */
const MOST_DETAIL = 300

/** A sign-in with Salesforce that comes to nothing: people are told the code, the audit log keeps the detail. */
export class OidcRefusal extends Error {
  override name = 'OidcRefusal'
  readonly code: keyof typeof MESSAGES

  constructor(code: keyof typeof MESSAGES, detail: string) {
    super(detail)
    this.code = code
  }
}

/** Records every refusal before it is answered. */
export async function orRefusal<T>(context: PublicContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OidcRefusal)) throw error
    const { request, scope, inTenant } = context
    const detail = error.message
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' ')
      .slice(0, MOST_DETAIL)
    await inTenant((db) =>
      recordEvent(db, { scope, request }, 'salesforce.rejected', {
        details: { reason: error.code, detail },
      }),
    )
    const extra = error.code === 'unavailable' ? { retryAfter: 5 } : {}
    throw new ApiError(error.code, MESSAGES[error.code], extra)
  }
}
