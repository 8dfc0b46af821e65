import { createHash } from 'node:crypto'
import { PIXEL } from './factories.ts'
import type { Ids, Sample } from './samples.ts'

// Of the logo that `place.ts` gives.
const LOGO_VERSION = createHash('sha256').update(PIXEL).digest('hex')

/** Rightful calls of the admin area. */
export const adminSamples: Record<string, (ids: Ids) => Sample> = {
  'tenants.create': ({ email, session }) => ({
    body: { name: 'Another', domain: `new-${session}`, admin_email: `first.${email}` },
  }),
  'tenants.change': ({ tenant }) => ({
    params: { id: tenant },
    body: { version: 1, retention_years: null },
  }),
  'tenants.suspend': ({ tenant }) => ({ params: { id: tenant } }),
  'tenants.reactivate': ({ tenant }) => ({ params: { id: tenant } }),
  'tenants.logoOf': ({ tenant }) => ({ params: { id: tenant } }),
  'tenants.setLogo': ({ tenant }) => ({
    params: { id: tenant },
    body: { version: LOGO_VERSION, image: PIXEL.toString('base64') },
    status: 204,
  }),
  'tenants.removeLogo': ({ tenant }) => ({
    params: { id: tenant },
    query: { version: LOGO_VERSION },
    status: 204,
  }),
  'tenants.auditors': () => ({}),
  'connections.list': ({ tenant }) => ({ params: { id: tenant } }),
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
  'connections.change': ({ tenant, connection }) => ({
    params: { id: tenant, connectionId: connection },
    body: { version: 1, creates_users: true },
    isShared: true,
  }),
  'connections.remove': ({ tenant, connection }) => ({
    params: { id: tenant, connectionId: connection },
    status: 204,
    isShared: true,
  }),
  'connections.test': ({ tenant, connection }) => ({
    params: { id: tenant, connectionId: connection },
    isShared: true,
  }),
  'users.list': () => ({}),
  'users.exportCsv': () => ({}),
  'users.exportXlsx': () => ({}),
  'users.changeSeveral': ({ member }) => ({ body: { ids: [member], change: 'activate' } }),
  'users.removeSeveral': ({ member }) => ({ body: { ids: [member] } }),
  'users.sendPasswordLinks': ({ member }) => ({ body: { ids: [member] }, status: 204 }),
  'users.get': ({ member }) => ({ params: { id: member }, isShared: true }),
  'users.create': ({ email, tenant }) => ({
    body: {
      name: 'Another Name',
      email: `made.${email}`,
      roles: ['user'],
      tenant_id: tenant,
    },
  }),
  'users.update': ({ member, email }) => ({
    params: { id: member },
    body: { version: 1, name: 'Another Name', email: `edited.${email}` },
    isShared: true,
  }),
  'users.changeRoles': ({ member }) => ({
    params: { id: member },
    body: { version: 1, roles: ['admin'] },
    isShared: true,
  }),
  'users.sendPasswordLink': ({ member }) => ({
    params: { id: member },
    status: 204,
    isShared: true,
  }),
  'users.move': ({ member, tenant }) => ({
    params: { id: member },
    body: { tenant_id: tenant },
    isShared: true,
  }),
  'users.remove': ({ member }) => ({ params: { id: member }, status: 204, isShared: true }),
  'userResults.assessments': ({ member }) => ({ params: { id: member }, isShared: true }),
  'userResults.results': ({ member, contentSet, year }) => ({
    params: { id: member, contentSetId: contentSet },
    query: { year: String(year) },
    isShared: true,
    // The content set is looked for in the person's own organisation.
    foreign: { id: 404, contentSetId: 404 },
  }),
  'userResults.report': ({ member, memberReport }) => ({
    params: { id: member, reportId: memberReport },
    isShared: true,
    foreign: { id: 404, reportId: 404 },
  }),
  'userResults.certifications': ({ member }) => ({ params: { id: member }, isShared: true }),
  'userResults.certification': ({ holder, issued }) => ({
    params: { id: holder, certificationId: issued },
    isShared: true,
    foreign: { id: 404, certificationId: 404 },
  }),
  'userResults.certificationPdf': ({ holder, issued }) => ({
    params: { id: holder, certificationId: issued },
    isShared: true,
    foreign: { id: 404, certificationId: 404 },
  }),
  'termsEditing.versions': () => ({}),
  'termsEditing.saveDraft': () => ({
    body: { text: 'New', what_changed: '', must_accept: false, effective_on: null, version: 0 },
  }),
  'termsEditing.discardDraft': () => ({ query: { version: '7' }, status: 204 }),
  // Nobody has read such a draft: what stands is kept.
  'termsEditing.publish': () => ({ body: { version: 7 }, status: 409 }),
  'termsEditing.acceptances': ({ terms }) => ({ params: { id: terms } }),
  'termsEditing.acceptancesCsv': ({ terms }) => ({ params: { id: terms } }),
  'termsEditing.additions': () => ({}),
  'termsEditing.publishAddition': () => ({ body: { text: 'Ours', version: 0 } }),
  'dashboard.get': ({ year }) => ({ query: { year: String(year) } }),
  'participation.list': () => ({}),
  'participation.exportCsv': () => ({}),
  'participation.exportXlsx': () => ({}),
  'find.anything': () => ({ query: { text: 'a' } }),
  'audit.list': () => ({}),
  'audit.csv': () => ({}),
  'invitations.list': () => ({}),
  'invitations.all': () => ({}),
  'invitations.check': ({ email }) => ({ body: { emails: [email] } }),
  'invitations.create': ({ email }) => ({ body: { emails: [`new.${email}`], roles: ['user'] } }),
  'invitations.resend': ({ invitation }) => ({ params: { id: invitation }, isShared: true }),
  'invitations.copyLink': ({ invitation }) => ({ params: { id: invitation }, isShared: true }),
  'invitations.revoke': ({ invitation }) => ({
    params: { id: invitation },
    status: 204,
    isShared: true,
  }),
  'adminUsers.list': () => ({}),
  'adminUsers.get': ({ colleague }) => ({ params: { id: colleague }, isShared: true }),
  'adminUsers.change': ({ colleague }) => ({
    params: { id: colleague },
    body: {
      name: 'Another Name',
      roles: ['auditor'],
      is_active: true,
      organisations: [],
      version: 1,
    },
    isShared: true,
  }),
  'adminUsers.remove': ({ colleague }) => ({
    params: { id: colleague },
    status: 204,
    isShared: true,
  }),
}
