import { SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml'
import { OLDEST_MS, SKEW_MS } from './saml-assertion.ts'
import { ConfirmedSaml, type Judge } from './saml-confirmations.ts'
import type { SamlRequest, SamlSettings } from './saml.ts'

const REQUEST_LIFETIME_MS = 600_000

/** To send the browser to the provider. */
export function openSaml(settings: SamlSettings, request: SamlRequest): SAML {
  return new SAML(optionsOf(settings, request, true))
}

/** To verify an answer. */
export function openAnswer(
  settings: SamlSettings,
  request: SamlRequest,
  { isSigned, judge }: { isSigned: boolean; judge: Judge },
): SAML {
  const ours = { callbackUrl: settings.callbackUrl, requestId: request.id }
  return new ConfirmedSaml(optionsOf(settings, request, isSigned), ours, judge)
}

// The library's defaults accept unsolicited answers, SHA-1, and assertions of any age.
function optionsOf(settings: SamlSettings, request: SamlRequest, isSigned: boolean): SamlConfig {
  return {
    entryPoint: settings.entryPoint,
    idpCert: certificatesOf(settings.certificate),
    idpIssuer: settings.issuer,
    issuer: settings.entityId,
    // Compared by us, because the library takes spaces around it for a part of it.
    audience: false,
    callbackUrl: settings.callbackUrl,
    validateInResponseTo: ValidateInResponseTo.always,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    requestIdExpirationPeriodMs: REQUEST_LIFETIME_MS,
    maxAssertionAgeMs: OLDEST_MS,
    acceptedClockSkewMs: SKEW_MS,
    disableRequestedAuthnContext: settings.requiredContexts.length === 0,
    authnContext: settings.requiredContexts,
    identifierFormat: null,
    wantAssertionsSigned: true,
    // A signed assertion suffices, as many providers send it. A signature of the response must be right.
    wantAuthnResponseSigned: isSigned,
    generateUniqueId: () => request.id,
    cacheProvider: cacheOf(request),
  }
}

// There are several while a provider changes its key.
function certificatesOf(text: string): string[] {
  return text.match(/-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----/g) ?? [text]
}

// The database row is deleted before the answer is read, so only this request can match.
function cacheOf({ id, createdAt }: SamlRequest) {
  return {
    saveAsync: async () => null,
    getAsync: async (key: string) => (key === id ? createdAt.toISOString() : null),
    removeAsync: async () => null,
  }
}
