import { type RawBuilder, sql } from 'kysely'
import type { AllScope, PlatformScope } from '#core/context.ts'

/** A column that names an organisation in view: by equality where it is one, which leaves an index its order. */
export function ofTenants(column: string, ids: readonly number[]): RawBuilder<boolean> {
  const of = sql.ref(column)
  return ids.length === 1 ? sql`${of} = ${ids[0]}` : sql`${of} = any(${[...ids]}::bigint[])`
}

/** A column that names an organisation of the scope. */
export function inScope(column: string, scope: PlatformScope | AllScope): RawBuilder<boolean> {
  if ('tenantIds' in scope) return ofTenants(column, scope.tenantIds)
  return scope.includesPlatform ? sql`true` : sql`${sql.ref(column)} <> ${scope.platformId}`
}
