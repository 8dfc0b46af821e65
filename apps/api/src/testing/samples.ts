import { randomUUID } from 'node:crypto'
import { adminSamples } from './admin-samples.ts'
import { contentSamples } from './content-samples.ts'
import { exchangeSamples } from './exchange-samples.ts'
import { certifyingSamples } from './certifying-samples.ts'
import { PASSWORD } from './factories.ts'

/** What one person could name in a call: rows of the own tenant, the own assessment, report and session. */
export type Ids = {
  tenant: number
  terms: number
  assessment: number
  /** Files of it: one that can be opened, one that is awaited, one that is here and not judged. */
  attachment: number
  begun: number
  received: number
  /** One that was removed. */
  removed: number
  element: number
  answered: number
  open: number
  response: number
  report: number
  /** Certification assessments: one to submit, one that waits for its review. */
  completed: number
  submitted: number
  /** Reviews: the one that waits, and one that has begun with every statement reviewed. */
  waiting: number
  review: number
  reviewed: number
  reviewedResponse: number
  /** A file that was submitted with what is reviewed. */
  evidence: number
  /** A certificate of one's own, and one to revoke or to look at. */
  certification: number
  issued: number
  /** Whose that one is. */
  holder: number
  code: string
  session: number
  /** A colleague with two-step sign-in, for this person to change. */
  member: number
  memberReport: number
  /** Somebody else of the tenant that one lives in. */
  colleague: number
  contentSet: number
  /** Published and used by nobody. */
  spareSet: number
  draft: number
  draftElement: number
  /** At the platform a template, elsewhere the organisation's own set. */
  template: number
  contentImport: number
  contentExport: number
  recoveryCode: string
  identity: number
  connection: number
  email: string
  signature: string
  /** Signatures of mailed links: of an invitation, of a new password. */
  invite: string
  reset: string
  invitation: number
  year: number
}

export type Sample = {
  params?: Record<string, number | string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** What goes where bytes are taken. */
  bytes?: string
  /** What a rightful call answers; 200 when left out. */
  status?: number
  /** Whoever may call it may name what is a colleague's too. */
  isShared?: true
  /** What a foreign id in this field answers; 404 when left out. */
  foreign?: Record<string, number>
}

const NEVER = 'n'.repeat(43)

/** One rightful call of each operation. An operation without a sample fails the access matrix. */
export const samples: Record<string, (ids: Ids) => Sample> = {
  ...adminSamples,
  ...contentSamples,
  ...exchangeSamples,
  ...certifyingSamples,
  'sys.get': () => ({}),
  'sys.health': () => ({}),
  'sys.ready': () => ({}),
  'tenants.current': () => ({}),
  'tenants.stylesheet': () => ({}),
  'tenants.logo': () => ({}),
  'tenants.list': () => ({}),
  'tenants.choices': () => ({}),
  'tenants.get': ({ tenant }) => ({ params: { id: tenant } }),
  'tenants.oldAssessments': ({ tenant }) => ({ params: { id: tenant } }),
  // Nothing differs, so that the version stays for the next one.
  'auth.login': ({ email }) => ({ body: { email, password: PASSWORD } }),
  'auth.refresh': () => ({}),
  'auth.logout': () => ({ status: 204 }),
  'auth.prove': ({ recoveryCode }) => ({
    body: { password: PASSWORD, recovery_code: recoveryCode },
    status: 204,
  }),
  'auth.sessions': () => ({}),
  'auth.endSession': ({ session }) => ({ params: { id: session }, status: 204 }),
  'auth.endOtherSessions': () => ({}),
  'auth.endAllSessions': () => ({ status: 204 }),
  'mfa.verify': ({ recoveryCode }) => ({ body: { recovery_code: recoveryCode } }),
  'mfa.status': () => ({}),
  // Everybody in the matrix has it on, so it cannot be set up once more.
  'mfa.begin': () => ({ body: { password: PASSWORD }, status: 409 }),
  'mfa.confirm': () => ({ body: { code: '123456' }, status: 409 }),
  'mfa.renewCodes': ({ recoveryCode }) => ({
    body: { password: PASSWORD, recovery_code: recoveryCode },
  }),
  'mfa.disable': ({ recoveryCode }) => ({
    body: { password: PASSWORD, recovery_code: recoveryCode },
    status: 204,
  }),
  'mfa.reset': ({ member }) => ({ params: { id: member }, status: 204, isShared: true }),
  'account.me': () => ({}),
  'account.updateProfile': () => ({ body: { name: 'Another Name', organisation_name: 'Ours' } }),
  'account.changePassword': ({ recoveryCode }) => ({
    body: {
      current_password: PASSWORD,
      password: 'a new phrase of several words',
      recovery_code: recoveryCode,
    },
    status: 204,
  }),
  'account.requestEmailChange': ({ email, recoveryCode }) => ({
    body: { email: `new.${email}`, password: PASSWORD, recovery_code: recoveryCode },
    status: 204,
  }),
  'account.confirmEmailChange': ({ signature }) => ({
    body: { signature },
    foreign: { signature: 410 },
  }),
  'account.cancelEmailChange': () => ({ status: 204 }),
  'terms.latest': () => ({}),
  'terms.current': () => ({}),
  'terms.accept': ({ terms }) => ({ body: { terms_id: terms } }),
  'assessments.overview': ({ year }) => ({ query: { year: String(year) } }),
  'assessments.open': ({ year }) => ({ body: { year, type: 'self_assessment' } }),
  'assessments.quiz': ({ assessment, element }) => ({
    params: { id: assessment, elementId: element },
  }),
  'assessments.save': ({ assessment, open, response }) => ({
    params: { id: assessment },
    body: {
      key: randomUUID(),
      statement_id: open,
      state: 1,
      statement_response_id: response,
      not_applicable_reason: null,
      version: 0,
    },
    // The field is named: it is not one of the responses of this statement.
    foreign: { statement_response_id: 400 },
  }),
  'assessments.confirm': ({ assessment, answered }) => ({
    params: { id: assessment },
    body: { statement_id: answered },
  }),
  'assessments.note': ({ assessment, open }) => ({
    params: { id: assessment },
    body: { key: randomUUID(), statement_id: open, note: 'Agreed in May.', version: 0 },
  }),
  // It is on this edition already; any other is not the one that is offered.
  'assessments.acceptEdition': ({ assessment, template }) => ({
    params: { id: assessment },
    body: { content_set_id: template },
    foreign: { content_set_id: 409 },
  }),
  'assessments.complete': ({ assessment, element }) => ({
    params: { id: assessment, elementId: element },
  }),
  'attachments.begin': ({ assessment, open }) => ({
    params: { id: assessment },
    body: { key: randomUUID(), statement_id: open, name: 'minutes.txt', size: 5 },
  }),
  'attachments.piece': ({ begun }) => ({
    params: { id: begun },
    query: { offset: '0' },
    bytes: 'Hello',
  }),
  'attachments.finish': ({ received }) => ({ params: { id: received } }),
  'attachments.content': ({ attachment }) => ({ params: { id: attachment } }),
  'attachments.remove': ({ attachment }) => ({ params: { id: attachment }, status: 204 }),
  'attachments.restore': ({ removed }) => ({ params: { id: removed } }),
  'reports.list': ({ year }) => ({ query: { year: String(year), type: 'self_assessment' } }),
  'reports.get': ({ report }) => ({ params: { id: report } }),
  'reports.pdf': ({ report }) => ({ params: { id: report } }),
  'reports.xlsx': ({ report }) => ({ params: { id: report } }),
  'reports.csv': ({ report }) => ({ params: { id: report } }),
  'mails.outbox': () => ({}),
  'sso.connections': () => ({}),
  // Nothing is under way here: every way leads to the screen that says so.
  'sso.start': () => ({ params: { domain: 'unknown.example' }, status: 303 }),
  'sso.callback': () => ({ query: { state: NEVER, code: 'x' }, status: 303 }),
  'sso.ownCallback': () => ({
    params: { domain: 'unknown.example' },
    query: { state: NEVER, code: 'x' },
    status: 303,
  }),
  'sso.acs': () => ({ body: { SAMLResponse: 'x', RelayState: NEVER }, status: 303 }),
  'sso.finish': () => ({ query: { id: NEVER }, status: 303 }),
  'sso.handoffStart': () => ({ query: { h: NEVER }, status: 303 }),
  'sso.handoffApprove': () => ({ query: { h: NEVER, c: NEVER }, status: 303 }),
  'sso.handoffFinish': () => ({ query: { code: NEVER }, status: 303 }),
  // Passwords only: the way to the identity provider is closed here.
  'oidc.settings': () => ({}),
  'oidc.nonce': () => ({ status: 404 }),
  'oidc.signin': () => ({ status: 404 }),
  'identities.list': () => ({}),
  'identities.linkSso': () => ({ params: { domain: 'unknown.example' }, body: {}, status: 404 }),
  'identities.beginSalesforce': () => ({ body: {}, status: 404 }),
  'identities.linkSalesforce': () => ({ status: 404 }),
  'identities.unlink': ({ identity, recoveryCode }) => ({
    params: { id: identity },
    body: { password: PASSWORD, recovery_code: recoveryCode },
    status: 204,
  }),
  'registration.request': ({ email }) => ({ body: { email }, status: 204 }),
  'registration.checkRequest': ({ invite }) => ({ params: { signature: invite }, isShared: true }),
  'registration.register': ({ invite, email, terms }) => ({
    params: { signature: invite },
    body: { ...anAccount(email, terms), organisation_name: 'Ours' },
  }),
  'registration.checkInvite': ({ invite }) => ({ params: { signature: invite }, isShared: true }),
  'registration.acceptInvite': ({ invite, email, terms }) => ({
    params: { signature: invite },
    body: anAccount(`invited.${email}`, terms),
    foreign: { signature: 410 },
  }),
  'registration.requestReset': ({ email }) => ({ body: { email }, status: 204 }),
  'registration.checkReset': ({ reset }) => ({ params: { signature: reset }, isShared: true }),
  'registration.reset': ({ reset }) => ({
    params: { signature: reset },
    body: { password: 'a new phrase of several words' },
    status: 204,
    // Whoever holds the link may use it.
    isShared: true,
    foreign: { signature: 410 },
  }),
}

function anAccount(email: string, terms_id: number) {
  return { email, name: 'Another Name', password: 'a new phrase of several words', terms_id }
}
