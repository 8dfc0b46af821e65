import type { SsoFailureReason } from 'contract/sso'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'

export type LinkOutcome = 'done' | SsoFailureReason

export async function linkTokens(idToken: string, accessToken: string): Promise<LinkOutcome> {
  try {
    const headers = { 'oidc-authorization': `Bearer ${idToken}`, 'oidc-access-token': accessToken }
    await api.identities.linkSalesforce.call({}, { headers })
    return 'done'
  } catch (error) {
    if (hasCode(error, 'identity-taken')) return 'linked-elsewhere'
    if (hasCode(error, 'oidc-refused')) return 'rejected'
    if (hasCode(error, 'oidc-misconfigured')) return 'misconfigured'
    return hasCode(error, 'signed-out') ? 'expired' : 'unavailable'
  }
}
