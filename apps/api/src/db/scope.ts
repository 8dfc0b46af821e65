import type { Kysely } from 'kysely'
import type { DB } from './schema.gen.ts'

/** A request's query builder, in one transaction of one tenant. */
export type Db = Kysely<DB>

declare const brand: unique symbol

/** The tenant whose rows a query may touch. Every query has it in its WHERE clause. */
export type Scope = { readonly tenantId: number; readonly [brand]: true }

/** Several organisations, for a request at the platform. */
export type PlatformScope = { readonly tenantIds: readonly number[]; readonly [brand]: true }

/** Every organisation, with or without the platform's own rows, for a god-admin. */
export type AllScope = {
  readonly platformId: number
  readonly includesPlatform: boolean
  readonly [brand]: true
}

export function scopeOf(tenantId: number): Scope {
  return { tenantId } as Scope
}

export function platformScopeOf(tenantIds: readonly number[]): PlatformScope {
  return { tenantIds } as PlatformScope
}

export function allScopeOf(platformId: number, includesPlatform = false): AllScope {
  return { platformId, includesPlatform } as AllScope
}
