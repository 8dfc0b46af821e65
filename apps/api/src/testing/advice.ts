import type { TestApp } from './test-app.ts'

/** How a sentence starts that tells an administrator what to do. */
const ADVICE =
  /(^|[.:,;] |“)(If [^.]+, )?(Start again|Set|Enter|Check|Choose|Sign|Turn (it )?(on|off)|Assign|Add|Remove|Grant|Allow|Look|Make|Invite|Activate|Let|Ask|Publish|Renew|Verify|Use|Shorten|They can link|add|enter|assign|sign out)\b/
/** What our libraries say, which explains nothing without a sentence of ours. */
const RAW =
  /Cannot read|undefined|\[object|Referenced node|Error parsing|is not valid\.?$|unexpected (JWT|HTTP|JSON|response|"|ID)|"response"|"as\.|error:[\dA-F]{8}|something went wrong|unsupported operation|encountered|fetch failed|getaddrinfo|ECONN|could not (find|load)|is not supported|SAML assertion (not|expired)|Invalid (document )?signature/

const AGAIN = new Set(['rejected', 'expired', 'oidc-refused'])
const LASTING = new Set(['misconfigured', 'unreachable', 'oidc-misconfigured'])

type Refusal = { reason: string; detail: string }

/** The refusals of sign-ins whose recorded detail doesn't say what to do, or says another thing than the user reads. */
export async function refusalsWithoutAdvice({ sql }: Pick<TestApp, 'sql'>): Promise<Refusal[]> {
  const refusals = await sql<Refusal>`
    select distinct details->>'reason' as reason, details->>'detail' as detail from audit_events
    where action in ('sso.rejected', 'identity.rejected', 'salesforce.rejected')`
  return refusals.filter(({ reason, detail }) => !saysWhatToDo(detail) || !isAgreed(reason, detail))
}

function saysWhatToDo(detail: string): boolean {
  return ADVICE.test(detail.replace(/^[^.;:]*[.;:] /, '')) && !RAW.test(detail)
}

/** The user is told to try again where that may help, and only there. */
function isAgreed(reason: string, detail: string): boolean {
  const isAgain = detail.includes('Start again')
  if (AGAIN.has(reason)) return isAgain
  return !LASTING.has(reason) || !isAgain
}
