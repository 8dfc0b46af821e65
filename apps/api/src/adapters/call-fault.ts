import { isPrivateAddressError } from './private-address-error.ts'

/** Why a provider can't be called. */
export type CallFault = keyof typeof CALL_FAULTS

/** What happened, and what to do about it. */
export const CALL_FAULTS = {
  private: [
    'The provider is on a private network.',
    'Ask the operator of this service to add the network to TRUSTED_PROVIDER_NETWORKS.',
  ],
  insecure: [
    'The provider’s address doesn’t start with https://, or has a user name or password in it.',
    'Use https addresses without user names or passwords, both in the connection and in what the provider publishes.',
  ],
  'no-tls': [
    'The provider doesn’t use TLS.',
    'Check the address and its port, and set the provider to use https there.',
  ],
  'other-tls': [
    'The provider and Waymark don’t support the same TLS version or cipher.',
    'Set the provider, or the proxy in front of it, to offer TLS 1.2 or 1.3.',
  ],
  'untrusted-certificate': [
    'We don’t trust the provider’s certificate.',
    'If your own certificate authority signed it, ask the operator of this service to add the authority to NODE_EXTRA_CA_CERTS. Otherwise, check that the provider sends its intermediate certificates.',
  ],
  'expired-certificate': [
    'The provider’s certificate has expired.',
    'Renew the certificate at the provider.',
  ],
  'other-host': [
    'The provider’s certificate is for another host name.',
    'Check the address and the certificate.',
  ],
  'unknown-host': [
    'We can’t find the provider’s host name.',
    'Check the address. If only your network knows the name, ask the operator of this service for help.',
  ],
  'no-name-server': [
    'We can’t look up the provider’s host name, because no name server responds.',
    'Ask the operator of this service to check its name servers (DNS).',
  ],
  'too-large': [
    'The provider’s response is larger than 128 KB.',
    'Check the address, and set the provider to send a smaller response.',
  ],
  refused: ['The provider refused the connection.', 'Check the address and its port.'],
  timeout: [
    'The provider did not respond within 5 seconds.',
    'Check the address, and that no firewall blocks Waymark’s requests.',
  ],
  unknown: ['The provider did not send a valid response.', 'Check the address.'],
} as const

/** Of an answer that is too large, where it has keys. */
export const OWN_KEYS = 'Set the provider to publish its own keys only.'

/** Codes of Node.js, its HTTP client and our own. */
const FAULTS: Record<string, CallFault> = {
  INSECURE_ADDRESS: 'insecure',
  RESPONSE_TOO_LARGE: 'too-large',
  EPROTO: 'no-tls',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no-tls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no-tls',
  ERR_SSL_HTTP_REQUEST: 'no-tls',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'other-tls',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'other-tls',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'other-tls',
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE': 'other-tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted-certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted-certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted-certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted-certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted-certificate',
  CERT_HAS_EXPIRED: 'expired-certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-host',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'no-name-server',
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

/** Trying again may help. About any other fault, someone has to change the provider or this installation. */
export function isPassing(fault: CallFault): boolean {
  return PASSING.has(fault)
}

const PASSING = new Set<CallFault>(['no-name-server', 'refused', 'timeout', 'unknown'])
