import { randomUUID } from 'node:crypto'
import { PASSWORD } from './factories.ts'

/** What one person could name in a call: rows of the own tenant, the own assessment, report and session. */
export type Ids = {
  tenant: number
  terms: number
  assessment: number
  element: number
  answered: number
  open: number
  response: number
  report: number
  session: number
  email: string
  signature: string
  year: number
}

export type Sample = {
  params?: Record<string, number>
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** What a rightful call answers; 200 when left out. */
  status?: number
  /** What a foreign id in this field answers; 404 when left out. */
  foreign?: Record<string, number>
}

/** One rightful call of each operation. An operation without a sample fails the access matrix. */
export const samples: Record<string, (ids: Ids) => Sample> = {
  'sys.get': () => ({}),
  'sys.health': () => ({}),
  'sys.ready': () => ({}),
  'tenants.current': () => ({}),
  'tenants.stylesheet': () => ({}),
  'tenants.logo': () => ({}),
  'tenants.list': () => ({}),
  'tenants.get': ({ tenant }) => ({ params: { id: tenant } }),
  'auth.login': ({ email }) => ({ body: { email, password: PASSWORD } }),
  'auth.refresh': () => ({}),
  'auth.logout': () => ({ status: 204 }),
  'auth.sessions': () => ({}),
  'auth.endSession': ({ session }) => ({ params: { id: session }, status: 204 }),
  'auth.endOtherSessions': () => ({}),
  'users.me': () => ({}),
  'users.updateProfile': () => ({ body: { name: 'Another Name', organisation_name: 'Ours' } }),
  'users.changePassword': () => ({
    body: { current_password: PASSWORD, password: 'a new phrase of several words' },
    status: 204,
  }),
  'users.requestEmailChange': ({ email }) => ({
    body: { email: `new.${email}`, password: PASSWORD },
    status: 204,
  }),
  'users.confirmEmailChange': ({ signature }) => ({
    body: { signature },
    foreign: { signature: 410 },
  }),
  'users.cancelEmailChange': () => ({ status: 204 }),
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
  'assessments.complete': ({ assessment, element }) => ({
    params: { id: assessment, elementId: element },
  }),
  'reports.list': ({ year }) => ({ query: { year: String(year), type: 'self_assessment' } }),
  'reports.get': ({ report }) => ({ params: { id: report } }),
  'reports.pdf': ({ report }) => ({ params: { id: report } }),
  'reports.xlsx': ({ report }) => ({ params: { id: report } }),
  'reports.csv': ({ report }) => ({ params: { id: report } }),
  'mails.outbox': () => ({}),
}
