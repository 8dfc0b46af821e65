import type { Role } from 'contract/permissions'

export const DEMO_TENANTS: DemoTenant[] = [
  {
    domain: 'northfield',
    name: 'Northfield Trust',
    colour: '#1C5C46',
    logo: 'northfield-logo.png',
  },
  { domain: 'harbour', name: 'Harbour Foods', colour: '#1F4E8C' },
  { domain: 'public', name: 'Waymark', colour: '#3A4A5E' },
  { domain: 'admin', name: 'Waymark platform', colour: '#3A4A5E' },
]

type DemoTenant = {
  domain: string
  name: string
  colour: string
  /** A file beside this one. */
  logo?: string
}

export type DemoUser = {
  /** Domain of the tenant. */
  tenant: string
  name: string
  email: string
  /** None means the plain user role. */
  roles: Role[]
  organisationName?: string
  /** Domains of an auditor's organisations. */
  audits?: string[]
  hasLastYear: boolean
  /** Answered statements of this year in each element. Empty: no assessment. */
  thisYear: number[]
}

const NORTHFIELD: [name: string, thisYear: number[], hasLastYear: boolean][] = [
  ['Resilience Lead', [6, 5, 7, 7, 3, 2, 0, 0], true],
  ['Operations Director', [6, 5, 0, 0, 0, 4, 0, 0], true],
  ['Technology Lead', [0, 2, 0, 7, 0, 0, 5, 0], true],
  ['People Manager', [0, 0, 7, 0, 0, 0, 0, 6], true],
  ['Procurement Manager', [0, 0, 0, 0, 6, 0, 0, 0], false],
  ['Services Manager', [], false],
  ['Chief Executive', [], false],
  ['Board Secretary', [], false],
]

export const DEMO_USERS: DemoUser[] = [
  ...NORTHFIELD.map(([name, thisYear, hasLastYear]) =>
    user('northfield', name, { thisYear, hasLastYear }),
  ),
  user('northfield', 'Northfield Admin', { roles: ['admin'] }),
  user('harbour', 'Continuity Manager', {
    hasLastYear: true,
    thisYear: [6, 5, 7, 7, 6, 6, 5, 6],
  }),
  user('harbour', 'Plant Manager', { thisYear: [6, 3, 0, 0, 0, 0, 0, 0] }),
  user('harbour', 'Harbour Admin', { roles: ['admin'] }),
  user('public', 'Kitchen Coordinator', {
    organisationName: 'Millbrook Community Kitchen',
    thisYear: [6, 1, 0, 0, 0, 0, 0, 0],
  }),
  user('admin', 'Platform Admin', { roles: ['god-admin'] }),
  user('admin', 'Assurance Auditor', { roles: ['auditor'], audits: ['northfield'] }),
]

function user(tenant: string, name: string, more: Partial<DemoUser>): DemoUser {
  const email = `${name.toLowerCase().replace(' ', '.')}@example.org`
  return { tenant, name, email, roles: [], hasLastYear: false, thisYear: [], ...more }
}
