import { isPrivateAddressError } from './private-address-error.ts'

/** Why a provider can't be called. */
export type CallFault =
  | 'private'
  | 'untrusted-certificate'
  | 'expired-certificate'
  | 'other-host'
  | 'unknown-host'
  | 'refused'
  | 'timeout'
  | 'unknown'

/** Codes of Node.js and its HTTP client. */
const FAULTS: Record<string, CallFault> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted-certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted-certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted-certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted-certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted-certificate',
  CERT_HAS_EXPIRED: 'expired-certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-host',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
}

/** Says nothing of addresses, unlike the error's message. */
export function callFault(error: unknown): CallFault {
  if (isPrivateAddressError(error)) return 'private'
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'TimeoutError') return 'timeout'
    const fault = 'code' in at && FAULTS[String(at.code)]
    if (fault) return fault
  }
  return 'unknown'
}

/** Trying again doesn't help: someone has to change the provider or this installation. */
export function isLasting(fault: CallFault): boolean {
  return LASTING.has(fault)
}

const LASTING = new Set<CallFault>([
  'private',
  'untrusted-certificate',
  'expired-certificate',
  'other-host',
])
