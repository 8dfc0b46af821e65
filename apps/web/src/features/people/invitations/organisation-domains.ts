import { MAX_ROWS } from 'contract/list-sizes'
import { api } from '#core/api.ts'
import { emailDomain } from '#core/email-domain.ts'

/** The domains of an organisation's connections, and those that several of its users have. None if they can't be loaded. */
export async function organisationDomains(id: number): Promise<string[]> {
  const load = async () => {
    const [{ connections }, users] = await Promise.all([
      api.connections.list.call({ params: { id } }),
      api.users.list.call({ query: { tenant_id: id, limit: MAX_ROWS } }),
    ])
    const domains = users.rows.flatMap(({ id, email }) =>
      id === null ? [] : (emailDomain(email) ?? []),
    )
    return [
      ...connections.map(({ domain }) => domain),
      ...domains.filter((one, at) => domains.indexOf(one) < at),
    ]
  }
  return await load().catch(() => [])
}
