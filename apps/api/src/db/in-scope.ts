import { type RawBuilder, sql } from 'kysely'
import type { AllScope, PlatformScope } from './scope.ts'

/** Whether a column names one of these organisations. A single id is compared with `=`, so that an index keeps its order. */
export function isInTenants(column: string, ids: readonly number[]): RawBuilder<boolean> {
  const ref = sql.ref(column)
  return ids.length === 1 ? sql`${ref} = ${ids[0]}` : sql`${ref} = any(${[...ids]}::bigint[])`
}

/** Whether a column names an organisation of the scope. */
export function inScope(column: string, scope: PlatformScope | AllScope): RawBuilder<boolean> {
  if ('tenantIds' in scope) return isInTenants(column, scope.tenantIds)
  return scope.includesPlatform ? sql`true` : sql`${sql.ref(column)} <> ${scope.platformId}`
}
