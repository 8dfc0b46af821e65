import type { Role } from 'contract/permissions'

export type DemoTenant = {
  domain: string
  name: string
  kind: 'organisation' | 'public' | 'platform'
  colour: string
}

export const DEMO_TENANTS: DemoTenant[] = [
  { domain: 'northfield', name: 'Northfield Trust', kind: 'organisation', colour: '#1C5C46' },
  { domain: 'harbour', name: 'Harbour Foods', kind: 'organisation', colour: '#1F4E8C' },
  { domain: 'public', name: 'Waymark', kind: 'public', colour: '#3A4A5E' },
  { domain: 'admin', name: 'Waymark platform', kind: 'platform', colour: '#3A4A5E' },
]

export type DemoPerson = {
  /** Domain of the tenant. */
  tenant: string
  name: string
  email: string
  /** None means the plain user role. */
  roles: Role[]
  organisationName?: string
  /** Organisations that an auditor sees, by domain. */
  audits?: string[]
  hasLastYear: boolean
  /** Statements answered this year in each element, in order; nothing for no assessment. */
  thisYear: number[]
}

const nothing = { roles: [], hasLastYear: false, thisYear: [] }

export const DEMO_PEOPLE: DemoPerson[] = [
  {
    ...nothing,
    tenant: 'northfield',
    name: 'Resilience Lead',
    email: 'resilience.lead@example.org',
    hasLastYear: true,
    thisYear: [6, 5, 7, 7, 3, 2, 0, 0],
  },
  {
    ...nothing,
    tenant: 'northfield',
    name: 'Operations Director',
    email: 'operations.director@example.org',
    hasLastYear: true,
    thisYear: [6, 5, 0, 0, 0, 4, 0, 0],
  },
  {
    ...nothing,
    tenant: 'northfield',
    name: 'Technology Lead',
    email: 'technology.lead@example.org',
    hasLastYear: true,
    thisYear: [0, 2, 0, 7, 0, 0, 5, 0],
  },
  {
    ...nothing,
    tenant: 'northfield',
    name: 'People Manager',
    email: 'people.manager@example.org',
    hasLastYear: true,
    thisYear: [0, 0, 7, 0, 0, 0, 0, 6],
  },
  {
    ...nothing,
    tenant: 'northfield',
    name: 'Procurement Manager',
    email: 'procurement.manager@example.org',
    thisYear: [0, 0, 0, 0, 6, 0, 0, 0],
  },
  {
    ...nothing,
    tenant: 'northfield',
    name: 'Services Manager',
    email: 'services.manager@example.org',
  },
  {
    ...nothing,
    tenant: 'northfield',
    name: 'Northfield Admin',
    email: 'northfield.admin@example.org',
    roles: ['admin'],
  },
  {
    ...nothing,
    tenant: 'harbour',
    name: 'Continuity Manager',
    email: 'continuity.manager@example.org',
    hasLastYear: true,
    thisYear: [6, 5, 7, 7, 6, 6, 5, 6],
  },
  {
    ...nothing,
    tenant: 'harbour',
    name: 'Plant Manager',
    email: 'plant.manager@example.org',
    thisYear: [6, 3, 0, 0, 0, 0, 0, 0],
  },
  {
    ...nothing,
    tenant: 'harbour',
    name: 'Harbour Admin',
    email: 'harbour.admin@example.org',
    roles: ['admin'],
  },
  {
    ...nothing,
    tenant: 'public',
    name: 'Kitchen Coordinator',
    email: 'kitchen.coordinator@example.org',
    organisationName: 'Millbrook Community Kitchen',
    thisYear: [6, 1, 0, 0, 0, 0, 0, 0],
  },
  {
    ...nothing,
    tenant: 'admin',
    name: 'Platform Admin',
    email: 'platform.admin@example.org',
    roles: ['god-admin'],
  },
  {
    ...nothing,
    tenant: 'admin',
    name: 'Assurance Auditor',
    email: 'assurance.auditor@example.org',
    roles: ['auditor'],
    audits: ['northfield'],
  },
]
