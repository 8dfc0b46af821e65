import { dashboard } from 'contract/dashboard'
import type { Endpoint } from 'contract/endpoint'
import type { ErrorCode } from 'contract/errors'
import { find } from 'contract/find'
import { z } from 'zod'
import { ApiError, isTimeout } from './errors.ts'
import type { HostTenant } from './host-tenant.ts'

/** What users call the filters that leave fewer rows. */
const NAMES: Record<string, string> = {
  name: 'name',
  email: 'email address',
  search: 'search text',
  title: 'title',
  auditor: 'auditor',
  roles: 'role',
  action: 'action',
  status: 'status',
  state: 'status',
  year: 'year',
  type: 'type',
  from: 'date',
  to: 'date',
  tenant_id: 'organisation',
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** What reads as much as a list, and has no filters that leave fewer rows. */
const UNFILTERED = new Map<Endpoint, string>([
  [find.anything, 'This search'],
  [dashboard.get, 'The dashboard'],
])

/** The error of a call. A list, or what is made of lists, that took too long says what helps, because trying again doesn't. */
export function withFilters(
  error: unknown,
  endpoint: Endpoint,
  { tenant }: { tenant: Pick<HostTenant, 'kind'> },
): unknown {
  const slow = slowOf(endpoint, tenant.kind === 'platform')
  return slow && isTimeout(error) ? new ApiError(...slow, {}, { cause: error }) : error
}

function slowOf(endpoint: Endpoint, isPlatform: boolean): [ErrorCode, string] | undefined {
  const unfiltered = UNFILTERED.get(endpoint)
  if (unfiltered)
    return [
      'takes-too-long',
      `${unfiltered} takes too long. Open a list instead, and narrow it down.`,
    ]
  const { query, method, file } = endpoint
  if (!(query instanceof z.ZodObject)) return undefined
  const filters = filtersOf(query, isPlatform)
  if (filters.length === 0) return undefined
  const by = `Narrow it down by ${OR.format(filters)}.`
  if ('limit' in query.shape) return ['list-too-slow', `This list takes too long. ${by}`]
  const isListInFile = method === 'POST' && file !== undefined
  return isListInFile ? ['takes-too-long', `This download takes too long. ${by}`] : undefined
}

/** Only the platform has lists of several organisations. */
function filtersOf({ shape }: z.ZodObject, isPlatform: boolean): string[] {
  const given = Object.keys(shape).filter((key) => isPlatform || key !== 'tenant_id')
  return [...new Set(given.flatMap((key) => NAMES[key] ?? []))]
}
