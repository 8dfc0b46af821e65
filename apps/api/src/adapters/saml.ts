import { randomBytes } from 'node:crypto'
import type { ProviderClaims } from './provider-claims.ts'
import { openSaml } from './saml-library.ts'
import { lasting } from './provider-fault.ts'
import { FEWER } from './saml-encoding.ts'
import { SamlRefusal, refusal } from './saml-refusal.ts'
import { type SamlOutline, outlineFault, outlineOf, statusFault } from './saml-response.ts'
import type { run } from './saml-worker.ts'
import { type Threads, ThreadLimit, type ThreadWork, ThreadsBusy } from './threads.ts'

export type SamlSettings = {
  /** The provider's entity id. */
  issuer: string
  /** The domain of the users' addresses. */
  domain: string
  entryPoint: string
  /** One or more, in PEM. */
  certificate: string
  /** Our entity id, which the answer must be for. */
  entityId: string
  callbackUrl: string
  /** The AuthnContextClassRef values that are requested; one must be confirmed. Empty: any. */
  requiredContexts: string[]
}

/** The request that the answer must name. */
export type SamlRequest = { id: string; createdAt: Date }

const VERIFY: ThreadWork<typeof run> = {
  module: new URL('saml-worker.ts', import.meta.url),
  megabytes: 64,
  milliseconds: 10_000,
}

/** Returns the provider's address for the browser, and the id of the request. */
export async function startSaml(settings: SamlSettings, relayState: string) {
  const requestId = `_${randomBytes(20).toString('hex')}`
  const saml = openSaml(settings, { id: requestId, createdAt: new Date() })
  const url = await saml.getAuthorizeUrlAsync(relayState, undefined, {})
  return { url: new URL(url), requestId }
}

export async function finishSaml(
  threads: Threads,
  settings: SamlSettings,
  samlResponse: string,
  request: SamlRequest,
): Promise<ProviderClaims> {
  const outline = outlineOf(samlResponse)
  const fault = outlineFault(outline, settings)
  if (fault) throw new SamlRefusal(cancelledOr(fault.reason, outline), fault.text)
  const { isSigned } = outline
  const outcome = await threads
    .run(VERIFY, { settings, samlResponse, request, isSigned })
    .catch(explainLimit)
  if ('claimed' in outcome) return outcome.claimed
  throw new SamlRefusal(outcome.reason, outcome.fault)
}

/** What the provider says instead of a user, also where it answers no request of ours. */
export function refusalIn(outline: SamlOutline): SamlRefusal | undefined {
  const fault = outline.statuses.length > 0 ? statusFault(outline) : undefined
  return fault && new SamlRefusal(cancelledOr(fault.reason, outline), fault.text)
}

function explainLimit(error: unknown): never {
  if (error instanceof ThreadsBusy)
    throw new SamlRefusal(
      'failed',
      'Waymark is too busy to verify the provider’s response. Start again in a moment',
    )
  if (!(error instanceof ThreadLimit)) throw error
  throw refusal(
    lasting(`The provider’s response needs too much time or memory to verify. ${FEWER}`),
  )
}

/** The reason that the user sees. */
export function samlFault(error: unknown): SamlRefusal['reason'] {
  return error instanceof SamlRefusal ? error.reason : 'rejected'
}

// Providers rarely sign a refusal. It only chooses the message.
function cancelledOr(
  reason: SamlRefusal['reason'],
  { hasAssertion, isEncrypted, statuses }: SamlOutline,
): SamlRefusal['reason'] {
  const status = hasAssertion || isEncrypted ? undefined : statuses.at(-1)
  // The status of a provider that can't meet the required context.
  if (status === 'NoAuthnContext') return 'too-weak'
  return status === 'AuthnFailed' || status === 'RequestDenied' ? 'cancelled' : reason
}
