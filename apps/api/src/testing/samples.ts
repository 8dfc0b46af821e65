import { createHash } from 'node:crypto'
import { contentSamples } from './content-samples.ts'
import { PASSWORD, PIXEL } from './factories.ts'
import type { Operation } from './operations.ts'
import { type Ids, type MakeSample, type Sample, shared, withId } from './sample.ts'

const NEVER = 'n'.repeat(43)
const NEW_PASSWORD = 'a new phrase of several words'
const LOGO_VERSION = createHash('sha256').update(PIXEL).digest('hex')

/** Operations whose permitted call has no input. */
const WITHOUT_INPUT = `sys.get sys.health sys.ready tenants.current tenants.stylesheet tenants.logo
  tenants.list tenants.choices tenants.auditors auth.refresh auth.logout auth.sessions
  auth.endOtherSessions auth.endAllSessions mfa.status account.me account.cancelEmailChange
  terms.latest terms.current mails.outbox sso.connections oidc.settings identities.list users.list
  users.exportCsv users.exportXlsx termsEditing.versions termsEditing.additions participation.list
  participation.exportCsv participation.exportXlsx audit.list audit.csv invitations.list
  invitations.all adminUsers.list contentSets.list reviews.list certifications.list`.split(/\s+/)

/** A permitted call of each operation. An operation without one fails the access matrix. */
export const samples: Record<string, MakeSample> = {
  ...Object.fromEntries(WITHOUT_INPUT.map((name) => [name, () => ({})])),
  ...contentSamples,

  'auth.login': ({ email }) => ({ body: { email, password: PASSWORD } }),
  'auth.prove': confirmed,
  'auth.endSession': withId('session'),
  'mfa.verify': ({ recoveryCode }) => ({ body: { recovery_code: recoveryCode } }),
  // Every principal has two-step verification already.
  'mfa.begin': () => ({ body: { password: PASSWORD }, status: 409 }),
  'mfa.confirm': () => ({ body: { code: '123456' }, status: 409 }),
  'mfa.renewCodes': confirmed,
  'mfa.disable': confirmed,
  'mfa.reset': withId('member', shared),
  'account.updateProfile': () => ({ body: { name: 'Another Name', organisation_name: 'Ours' } }),
  'account.changePassword': ({ recoveryCode }) => ({
    body: { current_password: PASSWORD, password: NEW_PASSWORD, recovery_code: recoveryCode },
  }),
  'account.requestEmailChange': (ids) => ({
    body: { email: `new.${ids.email}`, ...confirmed(ids).body },
  }),
  'account.confirmEmailChange': ({ signature }) => ({
    body: { signature },
    foreign: { signature: 410 },
  }),
  'terms.accept': ({ terms }) => ({ body: { terms_id: terms } }),
  // No provider is configured or known, so each request leads to the failure page.
  'sso.start': () => ({ params: { domain: 'unknown.example' } }),
  'sso.callback': () => ({ query: { state: NEVER, code: 'x' } }),
  'sso.ownCallback': () => ({
    params: { domain: 'unknown.example' },
    query: { state: NEVER, code: 'x' },
  }),
  'sso.acs': () => ({ body: { SAMLResponse: 'x', RelayState: NEVER } }),
  'sso.finish': () => ({ query: { id: NEVER } }),
  'sso.handoffStart': () => ({ query: { h: NEVER } }),
  'sso.handoffApprove': () => ({ query: { h: NEVER, c: NEVER } }),
  'sso.handoffFinish': () => ({ query: { code: NEVER } }),
  'oidc.nonce': () => ({ status: 404 }),
  'oidc.signin': () => ({ status: 404 }),
  'identities.linkSso': () => ({ params: { domain: 'unknown.example' }, body: {}, status: 404 }),
  'identities.beginSalesforce': () => ({ body: {}, status: 404 }),
  'identities.linkSalesforce': () => ({ status: 404 }),
  'identities.unlink': (ids) => ({ params: { id: ids.identity }, ...confirmed(ids) }),
  'registration.request': ({ email }) => ({ body: { email } }),
  'registration.checkRequest': ({ invite }) => ({ params: { signature: invite }, ...shared }),
  'registration.register': ({ invite, email, terms }) => ({
    params: { signature: invite },
    body: { ...anAccount(email, terms), organisation_name: 'Ours' },
  }),
  'registration.checkInvite': ({ invite }) => ({ params: { signature: invite }, ...shared }),
  'registration.acceptInvite': ({ invite, email, terms }) => ({
    params: { signature: invite },
    body: anAccount(`invited.${email}`, terms),
    foreign: { signature: 410 },
  }),
  'registration.requestReset': ({ email }) => ({ body: { email } }),
  'registration.checkReset': ({ reset }) => ({ params: { signature: reset }, ...shared }),
  'registration.reset': ({ reset }) => ({
    params: { signature: reset },
    body: { password: NEW_PASSWORD },
    ...shared,
    foreign: { signature: 410 },
  }),

  'users.changeSeveral': ({ member }) => ({ body: { ids: [member], change: 'activate' } }),
  'users.removeSeveral': ({ member }) => ({ body: { ids: [member] } }),
  'users.sendPasswordLinks': ({ member }) => ({ body: { ids: [member] } }),
  'users.get': withId('member', shared),
  'users.create': ({ email, tenant }) => ({
    body: { name: 'Another Name', email: `made.${email}`, roles: ['user'], tenant_id: tenant },
  }),
  'users.update': ({ member, email }) => ({
    params: { id: member },
    body: { version: 1, name: 'Another Name', email: `edited.${email}` },
    ...shared,
  }),
  'users.changeRoles': withId('member', { body: { version: 1, roles: ['admin'] }, ...shared }),
  'users.sendPasswordLink': withId('member', shared),
  'users.move': ({ member, tenant }) => ({
    params: { id: member },
    body: { tenant_id: tenant },
    ...shared,
  }),
  'users.remove': withId('member', shared),
  'userResults.assessments': withId('member', shared),
  'userResults.results': ({ member, contentSet, year }) => ({
    params: { id: member, contentSetId: contentSet },
    query: { year: String(year) },
    ...shared,
    foreign: { id: 404, contentSetId: 404 },
  }),
  'userResults.report': ({ member, memberReport }) => ({
    params: { id: member, reportId: memberReport },
    ...shared,
    foreign: { id: 404, reportId: 404 },
  }),
  'userResults.certifications': withId('member', shared),
  'userResults.certification': certificationOfHolder,
  'userResults.certificationPdf': certificationOfHolder,
  'adminUsers.get': withId('colleague', shared),
  'adminUsers.change': withId('colleague', {
    body: {
      name: 'Another Name',
      roles: ['auditor'],
      is_active: true,
      organisations: [],
      version: 1,
    },
    ...shared,
  }),
  'adminUsers.remove': withId('colleague', shared),
  'invitations.check': ({ email }) => ({ body: { emails: [email] } }),
  'invitations.create': ({ email }) => ({ body: { emails: [`new.${email}`], roles: ['user'] } }),
  'invitations.resend': withId('invitation', shared),
  'invitations.copyLink': withId('invitation', shared),
  'invitations.revoke': withId('invitation', shared),

  'tenants.get': withId('tenant'),
  'tenants.oldAssessments': withId('tenant'),
  'tenants.create': ({ email, session }) => ({
    body: { name: 'Another', domain: `new-${session}`, admin_email: `first.${email}` },
  }),
  'tenants.change': withId('tenant', { body: { version: 1, retention_years: null } }),
  'tenants.suspend': withId('tenant'),
  'tenants.reactivate': withId('tenant'),
  'tenants.logoOf': withId('tenant'),
  'tenants.setLogo': withId('tenant', {
    body: { version: LOGO_VERSION, image: PIXEL.toString('base64') },
  }),
  'tenants.removeLogo': withId('tenant', { query: { version: LOGO_VERSION } }),
  'connections.list': withId('tenant'),
  'connections.create': ({ tenant, session }) => ({
    params: { id: tenant },
    body: {
      kind: 'oidc',
      domain: `new-${session}.example`,
      name: 'Another',
      creates_users: false,
      required_contexts: [],
      issuer: 'http://127.0.0.1:9',
      client_id: 'waymark',
      client_secret: 'secret',
    },
  }),
  'connections.change': (ids) => ({
    ...ofConnection(ids),
    body: { version: 1, creates_users: true },
  }),
  'connections.remove': ofConnection,
  'connections.test': ofConnection,
  'termsEditing.saveDraft': () => ({
    body: { text: 'New', what_changed: '', must_accept: false, effective_on: null, version: 0 },
  }),
  'termsEditing.discardDraft': () => ({ query: { version: '7' } }),
  // There is no draft of this version.
  'termsEditing.publish': () => ({ body: { version: 7 }, status: 409 }),
  'termsEditing.acceptances': withId('terms'),
  'termsEditing.acceptancesCsv': withId('terms'),
  'termsEditing.publishAddition': () => ({ body: { text: 'Ours', version: 0 } }),
}

/** The permitted call of an operation with these ids. */
export function sampleOf({ name, endpoint }: Operation, ids: Ids): Sample & { status: number } {
  const make = samples[name]
  if (!make) throw new Error(`${name} has no sample. Add one to testing/samples.ts.`)
  const status = endpoint.response || endpoint.file ? 200 : 204
  return { status: endpoint.redirect ? 303 : status, ...make(ids) }
}

function confirmed({ recoveryCode }: Ids): Sample {
  return { body: { password: PASSWORD, recovery_code: recoveryCode } }
}

function anAccount(email: string, terms_id: number) {
  return { email, name: 'Another Name', password: NEW_PASSWORD, terms_id }
}

function ofConnection({ tenant, connection }: Ids): Sample {
  return { params: { id: tenant, connectionId: connection }, ...shared }
}

function certificationOfHolder({ holder, issued }: Ids): Sample {
  return {
    params: { id: holder, certificationId: issued },
    ...shared,
    foreign: { id: 404, certificationId: 404 },
  }
}
