import { CompiledQuery } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#db/driver.ts'
import type { AccessClaims, AccessTokens } from './access-token.ts'
import type { Actor, Scope } from './context.ts'
import { ApiError } from './errors.ts'
import { knownRoles } from './permissions.ts'

/** The claims of the bearer token; undefined without one. */
export async function claimsOf(
  request: FastifyRequest,
  tokens: AccessTokens,
): Promise<AccessClaims | undefined> {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  return await tokens.verify(header.replace(/^Bearer +/i, ''))
}

type ActorRow = {
  id: number
  name: string
  email: string
  roles: string[]
  has_accepted_terms: boolean
}

// One query at every request, on any node: a revoked session, a deactivated person, a changed role, a
// suspended tenant and newly issued terms count at once (quality.md, row 6).
const SQL = `select u.id, u.name, u.email, u.roles,
    u.accepted_terms_version >= coalesce((select max(version) from terms where must_accept), 0) as has_accepted_terms
  from sessions s
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  join tenants t on t.id = s.tenant_id
  where s.tenant_id = $1 and s.id = $2 and u.id = $3
    and s.revoked_at is null and s.expires_at > now() and u.is_active and t.status = 'active'`

/** Who is behind these claims now; `signed-out` when nobody is any more. */
export async function findActor(db: Db, scope: Scope, claims: AccessClaims): Promise<Actor> {
  if (claims.tenantId !== scope.tenantId)
    throw new ApiError('signed-out', 'Sign in at this organisation to go on.')
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(SQL, [
      scope.tenantId,
      claims.sessionId,
      claims.userId,
    ]) as CompiledQuery<ActorRow>,
  )
  const [row] = rows
  if (!row) throw new ApiError('signed-out', 'Your session ended. Sign in to go on.')
  return {
    id: row.id,
    tenantId: scope.tenantId,
    sessionId: claims.sessionId,
    name: row.name,
    email: row.email,
    roles: knownRoles(row.roles),
    hasAcceptedTerms: row.has_accepted_terms,
  }
}
