import { createHash } from 'node:crypto'
import {
  type Example,
  type Examples,
  type Sample,
  contentSamples,
  shared,
} from './content-samples.ts'
import { PASSWORD, PIXEL } from './factories.ts'
import type { Operation } from './operations.ts'
import type { Ids } from './tenant-fixture.ts'

const NEVER = 'n'.repeat(43)
const NEW_PASSWORD = 'a new phrase of several words'
const KEY = '00000000-0000-4000-8000-000000000001'
const ANOTHER = { name: 'Another Name' }
const LOGO_VERSION = createHash('sha256').update(PIXEL).digest('hex')

const PROVIDER = { issuer: 'http://127.0.0.1:9', client_id: 'waymark', client_secret: 'secret' }
const CONNECTION = { kind: 'oidc', name: 'Another', creates_users: false, required_contexts: [] }

/** The row that a resource's `:id` names. */
const ID_OF: Record<string, keyof Ids> = {
  tenants: 'tenant',
  dueDates: 'tenant',
  reminders: 'tenant',
  connections: 'tenant',
  auth: 'session',
  mfa: 'member',
  users: 'member',
  userResults: 'member',
  adminUsers: 'colleague',
  identities: 'identity',
  invitations: 'invitation',
  termsEditing: 'terms',
  contentSets: 'draft',
  contentImports: 'contentImport',
  contentExports: 'contentExport',
  editions: 'contentSet',
  templates: 'contentSet',
  assessments: 'assessment',
  outlines: 'assessment',
  shared: 'shared',
  presence: 'shared',
  assignments: 'shared',
  approvals: 'shared',
  comments: 'shared',
  plan: 'shared',
  attachments: 'attachment',
  reports: 'report',
  reportPdfs: 'reportPdf',
  downloads: 'download',
  submissions: 'submitted',
  reviews: 'review',
  certifications: 'certification',
  // No mail has this id, so the calls that name one don't find it.
  system: 'session',
}

const FIXED: Record<string, string> = {
  domain: 'unknown.example',
  kind: 'mail',
  format: 'xlsx',
}

const OTHER_PARAMETERS: Record<string, keyof Ids> = {
  attachmentId: 'evidence',
  certificationId: 'issued',
  code: 'code',
  connectionId: 'connection',
  identityId: 'memberIdentity',
  commentId: 'comment',
  contentSetId: 'contentSet',
  elementId: 'element',
  statementId: 'answered',
  userId: 'partner',
  reportId: 'memberReport',
  signature: 'invite',
}

/** Everyone who may call these may also name ids of colleagues. */
const SHARED =
  /^(connections|users|userResults|adminUsers|invitations|contentImports|contentExports|reviews|shared|assignments|approvals)\./

const OF_HOLDER: Example = { ids: { id: 'holder' }, foreign: { id: 404, certificationId: 404 } }

/** What a permitted call needs besides the ids in its path. */
export const samples: Examples = {
  ...contentSamples,

  'auth.login': ({ email }) => ({ body: { email, password: PASSWORD } }),
  'auth.confirmOwner': confirmed,
  'mfa.verify': ({ recoveryCode }) => ({ body: { recovery_code: recoveryCode } }),
  // Every principal has two-step verification already.
  'mfa.start': { body: { password: PASSWORD }, status: 409 },
  'mfa.confirm': { body: { code: '123456' }, status: 409 },
  'mfa.renewCodes': confirmed,
  'mfa.disable': confirmed,
  'mfa.reset': shared,
  'account.updateProfile': { body: { name: 'Another Name', organisation_name: 'Ours' } },
  'account.changePreferences': { body: { moves_on: false } },
  'account.chooseMails': {
    body: {
      due: false,
      prompted: true,
      assigned: true,
      asked: true,
      returned: true,
      decided: true,
      to_invite: true,
    },
  },
  'notifications.read': { body: { ids: [1] } },
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
  'sso.callback': { query: { state: NEVER, code: 'x' } },
  'sso.ownCallback': { query: { state: NEVER, code: 'x' } },
  'sso.acs': { body: { SAMLResponse: 'x', RelayState: NEVER } },
  'sso.acsByAddress': { query: { SAMLResponse: 'x' } },
  'sso.finish': { query: { id: NEVER } },
  'sso.handoverStart': { query: { h: NEVER } },
  'sso.handoverApprove': { query: { h: NEVER, c: NEVER } },
  'sso.handoverFinish': { query: { code: NEVER } },
  'oidc.nonce': { status: 404 },
  'oidc.signin': { status: 404 },
  'identities.linkSso': { body: {}, status: 404 },
  'identities.startSalesforce': { body: {}, status: 404 },
  'identities.linkSalesforce': { status: 404 },
  'identities.unlink': confirmed,
  'registration.request': ({ email }) => ({ body: { email } }),
  'registration.checkRequest': shared,
  'registration.register': ({ email, terms }) => ({
    body: { ...anAccount(email, terms), organisation_name: 'Ours' },
  }),
  'registration.checkInvite': shared,
  'registration.acceptInvite': ({ email, terms }) => ({
    body: anAccount(`invited.${email}`, terms),
    foreign: { signature: 410 },
  }),
  'registration.requestReset': ({ email }) => ({ body: { email } }),
  'registration.checkReset': { ids: { signature: 'reset' }, ...shared },
  'registration.reset': {
    ids: { signature: 'reset' },
    body: { password: NEW_PASSWORD },
    ...shared,
    foreign: { signature: 410 },
  },

  'downloads.wholeLink': { ids: { id: 'wholeDownload' } },
  'downloads.wholeFile': { ids: { id: 'wholeDownload' } },

  'users.unlink': { foreign: { id: 404, identityId: 404 } },
  'users.changeSeveral': ({ member }) => ({ body: { ids: [member], change: 'activate' } }),
  'users.removeSeveral': ({ member }) => ({ body: { ids: [member] } }),
  'users.sendPasswordLinks': ({ member }) => ({ body: { ids: [member] } }),
  'users.create': ({ email, tenant }) => ({
    body: { name: 'Another Name', email: `made.${email}`, roles: ['user'], tenant_id: tenant },
  }),
  'users.update': ({ email }) => ({
    body: { version: 1, name: 'Another Name', email: `edited.${email}` },
  }),
  'users.changeRoles': { body: { version: 1, roles: ['admin'] } },
  'users.move': ({ tenant }) => ({ body: { tenant_id: tenant } }),
  'userResults.results': ({ year }) => ({
    query: { year: String(year) },
    foreign: { id: 404, contentSetId: 404 },
  }),
  'userResults.report': { foreign: { id: 404, reportId: 404 } },
  'userResults.certification': OF_HOLDER,
  'userResults.certificationPdf': OF_HOLDER,
  'adminUsers.change': {
    body: { ...ANOTHER, roles: ['auditor'], is_active: true, organisations: [], version: 1 },
  },
  'invitations.check': ({ email }) => ({ body: { emails: [email] } }),
  'invitations.create': ({ email }) => ({ body: { emails: [`new.${email}`], roles: ['user'] } }),

  // No set of this family is in force.
  'shared.create': ({ draft, partner }) => ({
    body: { family_id: draft, type: 'self_assessment', owner_id: partner },
    status: 404,
  }),
  'shared.setMember': { body: { role: 'viewer' } },
  'shared.setOwner': ({ partner }) => ({ body: { user_id: partner } }),
  'shared.assign': ({ partner, element }) => ({
    body: { element_ids: [element], user_id: partner, due_on: null },
  }),
  'shared.moveElements': ({ partner }) => ({ body: { from_id: partner, to_id: partner } }),
  // It is assigned to someone else.
  'shared.done': { status: 409 },
  'presence.share': ({ element }) => ({ body: { element_id: element, statement_id: null } }),
  'assignments.remind': ({ partner }) => ({ body: { user_ids: [partner] } }),
  // There is nothing to fill it from.
  'assignments.fill': { body: { from: 'own' }, status: 404 },
  // Only a certification has an approver.
  'approvals.setApprover': ({ partner }) => ({ body: { user_id: partner }, status: 409 }),
  'approvals.approve': { body: { request: 1 }, status: 409 },
  'approvals.refuse': { body: { request: 1, reason: 'Not yet.' }, status: 409 },
  'assignments.decline': { body: { reason: 'Not mine', suggested_id: null }, status: 409 },

  'comments.add': ({ answered, askable }) => ({
    body: { key: KEY, statement_id: answered, text: 'Since when?', user_id: askable },
  }),
  'comments.edit': { body: { text: 'Until when?', version: 1 } },
  'comments.ask': ({ askable }) => ({ body: { user_id: askable } }),

  'plan.add': ({ statementKey }) => ({
    body: {
      actions: [
        {
          key: KEY,
          statement_key: statementKey,
          title: 'Name a lead',
          owner_id: null,
          due_on: null,
        },
      ],
    },
  }),
  'plan.change': ({ action }) => ({
    body: { actions: [{ id: action, version: 1 }], status: 'done' },
  }),
  'plan.remove': ({ action }) => ({ body: { ids: [action] } }),

  'dueDates.list': ({ year }) => ({ query: { year: String(year) } }),
  'dueDates.set': (ids) => ({ body: { ...aTask(ids), due_on: '2100-01-01' } }),
  'reminders.preview': (ids) => ({ body: aReminder(ids) }),
  'reminders.send': (ids) => ({ body: aReminder(ids) }),
  'tenants.create': ({ email, session }) => ({
    body: { name: 'Another', domain: `new-${session}`, admin_email: `first.${email}` },
  }),
  'tenants.change': { body: { version: 1, retention_years: null } },
  'tenants.setLogo': { body: { version: LOGO_VERSION, image: PIXEL.toString('base64') } },
  'tenants.removeLogo': { query: { version: LOGO_VERSION } },
  'connections.create': ({ session }) => ({
    body: { ...CONNECTION, ...PROVIDER, domain: `new-${session}.example` },
  }),
  'connections.change': { body: { version: 1, creates_users: true } },
  'system.retry': { status: 404 },
  'system.discard': { status: 404 },
  'termsEditing.saveDraft': {
    body: { text: 'New', what_changed: '', must_accept: false, effective_on: null, version: 0 },
  },
  'termsEditing.discardDraft': { query: { version: '7' } },
  // There is no draft of this version.
  'termsEditing.publish': { body: { version: 7 }, status: 409 },
  'termsEditing.publishOrganisationTerms': { body: { text: 'Ours', version: 0 } },
}

/** The permitted call of an operation with these ids. */
export function sampleOf({ name, endpoint }: Operation, own: Ids) {
  const [resource = ''] = name.split('.')
  const example = samples[name] ?? {}
  const { ids = {}, ...rest } = typeof example === 'function' ? example(own) : example
  const params = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, field = '']) => {
    const fixed = FIXED[field]
    if (fixed !== undefined) return [field, fixed]
    const id = ids[field] ?? (field === 'id' ? ID_OF[resource] : OTHER_PARAMETERS[field])
    if (!id) throw new Error(`No id for ${field} of ${name}. Add it to testing/samples.ts.`)
    return [field, own[id]]
  })
  const status = endpoint.response || endpoint.file ? 200 : 204
  return {
    status: endpoint.redirect ? 303 : status,
    params: Object.fromEntries(params) as Record<string, number | string>,
    ...(SHARED.test(name) && shared),
    ...rest,
  }
}

function confirmed({ recoveryCode }: Ids): Sample {
  return { body: { password: PASSWORD, recovery_code: recoveryCode } }
}

function anAccount(email: string, terms_id: number) {
  return { email, name: 'Another Name', password: NEW_PASSWORD, terms_id }
}

function aTask({ contentSet, year }: Ids) {
  return { family_id: contentSet, year, type: 'self_assessment' }
}

function aReminder(ids: Ids) {
  return { ...aTask(ids), user_ids: [ids.member] }
}
