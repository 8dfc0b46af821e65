import type { Access } from 'contract/endpoint'
import type { Operation } from './operations.ts'
import type { PrincipalName } from './principals.ts'

// Written by hand, independent of core and contract, so that a mistake in either fails a test.

/** The access that each path requires. The first match counts. */
const BY_PATH: [path: RegExp, access: Access][] = [
  [/^(GET \/(sys|health|ready|tenant|tenant\/brand\.css|tenant\/logo|outbox))$/, 'public'],
  [/^GET \/issuer(\/(brand\.css|logo))?$/, 'public'],
  [/^POST \/(login|refresh-token|logout)$/, 'public'],
  [/^(GET \/auth\/(sso|handover)\/.+|POST \/auth\/sso\/acs)$/, 'public'],
  [/^GET \/oidc\/(settings|nonce|signin)$/, 'public'],
  [/^POST \/mfa$/, 'mfa'],
  [/^(GET|POST) \/audit(\/|$)|^GET \/sent-mails$/, 'create-users'],
  [/^(GET \/users|POST \/users\/export\/(csv|xlsx))$/, 'access-to-admin-area'],
  [/^POST \/users\/(changes|password-links)$/, 'create-users'],
  [/^(DELETE \/users\/:id|POST \/users\/removals)$/, 'remove-users-from-company'],
  [/^PUT \/users\/:id\/organisation$/, 'god-level'],
  [/^\w+ \/participation(\/|$)/, 'access-to-admin-area'],
  [/^GET \/users\/:id(\/|$)/, 'access-to-admin-area'],
  [/^(POST|PATCH|PUT|DELETE) \/users(\/:id(\/|$)|$)/, 'create-users'],
  [/^GET \/terms\/latest$/, 'public'],
  [/^(PUT|DELETE) \/terms\/draft$|^POST \/terms\/versions$/, 'god-level'],
  [/^\w+ \/terms\/(versions|additions)(\/|$)/, 'create-users'],
  [/^(GET|POST) \/(register\/(request|invite)|forgot-password)(\/|$)/, 'public'],
  [/^GET \/admin-invites$/, 'god-level'],
  [/^GET \/invitations$/, 'access-to-admin-area'],
  [/^POST \/(invitation-checks$|invitations(\/|$))/, 'invite-users'],
  [/^DELETE \/invitations\/:id$/, 'reject-invitations'],
  [/^\w+ \/admin-users(\/|$)/, 'god-level'],
  [/^\w+ \/(user|sessions|terms|mfa)(\/|$)/, 'signed-in'],
  [
    /^\w+ \/(overview|assessments|questions|attachments|reports|report-pdfs)(\/|$)/,
    'access-to-private-area',
  ],
  [/^GET \/shared-assessments$/, 'company-admin'],
  [/^\w+ \/shared-assessments(\/|$)/, 'manage-shared-assessments'],
  [/^GET \/customers\/:id\/(old-assessments|due-dates)$/, 'create-users'],
  [/^\w+ \/organisation\/download(\/|$)/, 'create-users'],
  [/^GET \/(customers(\/|$)|(customer-choices|find|dashboard)$)/, 'access-to-admin-area'],
  [/^POST \/content-sets\/:id\/exports$|^GET \/content-exports\//, 'access-to-admin-area'],
  [/^GET \/content-samples$/, 'access-to-admin-area'],
  [/^\w+ \/content-imports(\/|$)/, 'create-concept-set-for-company'],
  [/^\w+ \/templates(\/|$)/, 'create-concept-set-for-company'],
  [/^\w+ \/start(\/|$)/, 'invite-users'],
  [/^\w+ \/system(\/|$)/, 'god-level'],
  [/^POST \/customers$/, 'create-company'],
  [/^(POST|DELETE) \/customers\/:id\/suspension$/, 'god-level'],
  [/^GET \/auditors$|^(GET|POST) \/content-sets\/:id\/copies$/, 'god-level'],
  [/^GET \/content-sets\/:id\/impact$/, 'create-concept-set-for-company'],
  [/^GET \/content-sets(\/|$)/, 'access-to-admin-area'],
  [/^\w+ \/content-(sets|imports)(\/|$)/, 'create-concept-set-for-company'],
  [/^POST \/certifications\/:id\/report\/pdf$/, 'access-to-private-area'],
  [/^\w+ \/reviews(\/|$)|^POST \/certifications/, 'certify-assessments'],
  [/^GET \/certifications(\/|$)/, 'access-to-private-area'],
  [/^GET \/verify\/:code$/, 'public'],
  [/^\w+ \/customers\/:id(\/|$)/, 'create-users'],
]

/** Open to users who have not accepted the terms. */
export const OPEN_BEFORE_TERMS =
  `auth.confirmOwner auth.sessions auth.endSession auth.endOtherSessions
  auth.endAllSessions account.me terms.current terms.accept`.split(/\s+/)

/** The table of roles and permissions. docs/decisions/017-certification.md adds certifying. */
const GRANTS: Record<string, string> = {
  user: 'access-to-private-area',
  admin: `access-to-admin-area access-to-public-area access-to-private-area
    create-concept-set-for-company create-quiz-for-content-set create-users invite-users
    reject-invitations remove-users-from-company company-admin manage-shared-assessments`,
  auditor: 'access-to-admin-area view-companies company-admin certify-assessments',
  'god-admin': `access-to-admin-area create-concept-set-for-company create-quiz-for-content-set
    create-users invite-users reject-invitations remove-users-from-company create-company
    create-multiple-companies certify-assessments god-level`,
}

export function accessByPath({ endpoint: { method, path } }: Operation): Access | undefined {
  return BY_PATH.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1]
}

function grants(name: PrincipalName): string[] {
  const roles = name in GRANTS || name === 'admin+auditor' ? name.split('+') : ['user']
  return ['signed-in', ...roles.flatMap((role) => GRANTS[role]?.split(/\s+/) ?? [])]
}

const SIGNED_OUT = /^(none|deactivated|token expired|session over|mfa pending)$/

type Where = {
  isUnknownHost: boolean
  isOwnHost: boolean
  isPublicHost: boolean
  isForeign: boolean
}

/** Public operations that depend on the host. Registration works at the public host only. */
const BY_HOST: Record<string, (where: Where) => string> = {
  'certifications.verify': ({ isOwnHost }) => (isOwnHost ? 'allowed' : '404 not-found'),
  'registration.request': ({ isPublicHost }) => (isPublicHost ? 'allowed' : '403 forbidden'),
  'registration.register': ({ isPublicHost }) =>
    isPublicHost ? '410 signature-invalid' : '403 forbidden',
  'registration.acceptInvite': byLink,
  'registration.reset': byLink,
}

function byLink({ isOwnHost, isForeign }: Where) {
  if (!isOwnHost) return '410 signature-invalid'
  return isForeign ? 'foreign' : 'allowed'
}

/** `allowed`, `foreign` for another's id, or the status and code of the refusal. */
export function expectedAccess(
  operation: Operation,
  principalName: PrincipalName,
  where: Where,
): string {
  if (where.isUnknownHost)
    return /^\/(health|ready)$/.test(operation.endpoint.path) ? 'allowed' : '404 unknown-host'
  const access = accessByPath(operation)
  if (access === 'public') return publicAccess(operation, principalName, where)
  if (!where.isOwnHost || isSignedOut(principalName, access)) return '401 signed-out'
  return access === 'mfa' ? 'allowed' : signedInAccess(operation, principalName, where, access)
}

function signedInAccess(
  { name }: Operation,
  principalName: PrincipalName,
  { isForeign }: Where,
  access: Access | undefined,
): string {
  if (access === undefined || !grants(principalName).includes(access)) return '403 forbidden'
  if (principalName === 'terms pending' && !OPEN_BEFORE_TERMS.includes(name))
    return '403 terms-not-accepted'
  // Auditors read no comments, also if they answer.
  if (name.startsWith('comments.') && principalName.includes('auditor')) return '404 not-found'
  return isForeign ? 'foreign' : 'allowed'
}

function isSignedOut(principalName: PrincipalName, access: Access | undefined) {
  return access === 'mfa' ? principalName !== 'mfa pending' : SIGNED_OUT.test(principalName)
}

/** Here the password or the cookie decides, so an expired access token may be refreshed. */
function publicAccess({ name }: Operation, principalName: PrincipalName, where: Where): string {
  if (name === 'auth.login')
    return where.isOwnHost && principalName !== 'deactivated' ? 'allowed' : '401 login-failed'
  if (name === 'auth.refresh') {
    const hasSession = !SIGNED_OUT.test(principalName) || principalName === 'token expired'
    return where.isOwnHost && hasSession ? 'allowed' : '401 signed-out'
  }
  return BY_HOST[name]?.(where) ?? 'allowed'
}
