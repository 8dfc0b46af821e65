// Made from the contract, without its schemas, by endpoints.test.ts.
export const endpoints = {
  sys: {
    get: { method: 'GET', path: '/sys' },
    health: { method: 'GET', path: '/health' },
    ready: { method: 'GET', path: '/ready' },
  },
  tenants: {
    current: { method: 'GET', path: '/tenant' },
    stylesheet: { method: 'GET', path: '/tenant/brand.css', isFile: true },
    logo: { method: 'GET', path: '/tenant/logo', isFile: true },
    list: { method: 'GET', path: '/customers' },
    get: { method: 'GET', path: '/customers/:id' },
  },
  auth: {
    login: { method: 'POST', path: '/login' },
    refresh: { method: 'POST', path: '/refresh-token' },
    logout: { method: 'POST', path: '/logout' },
    sessions: { method: 'GET', path: '/sessions' },
    endSession: { method: 'DELETE', path: '/sessions/:id' },
    endOtherSessions: { method: 'DELETE', path: '/sessions' },
  },
  users: {
    me: { method: 'GET', path: '/user' },
    updateProfile: { method: 'PATCH', path: '/user' },
    changePassword: { method: 'PUT', path: '/user/password' },
    requestEmailChange: { method: 'POST', path: '/user/email-change' },
    confirmEmailChange: { method: 'POST', path: '/user/email-change/confirmation' },
    cancelEmailChange: { method: 'DELETE', path: '/user/email-change' },
  },
  terms: {
    current: { method: 'GET', path: '/terms' },
    accept: { method: 'POST', path: '/terms/acceptance' },
  },
  assessments: {
    overview: { method: 'GET', path: '/overview' },
    open: { method: 'POST', path: '/assessments' },
    quiz: { method: 'GET', path: '/assessments/:id/elements/:elementId' },
    save: { method: 'PUT', path: '/assessments/:id/responses' },
    confirm: { method: 'POST', path: '/assessments/:id/confirmations' },
    note: { method: 'PUT', path: '/assessments/:id/notes' },
    complete: { method: 'POST', path: '/assessments/:id/elements/:elementId/completion' },
  },
  reports: {
    list: { method: 'GET', path: '/reports' },
    get: { method: 'GET', path: '/reports/:id' },
    pdf: { method: 'GET', path: '/reports/:id/pdf', isFile: true },
    xlsx: { method: 'GET', path: '/reports/:id/xlsx', isFile: true },
    csv: { method: 'GET', path: '/reports/:id/csv', isFile: true },
  },
  mails: {
    outbox: { method: 'GET', path: '/outbox', isFile: true },
  },
} as const
