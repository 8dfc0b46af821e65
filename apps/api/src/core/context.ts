import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from 'contract/permissions'
import type { Adapters } from '#adapters/adapters.ts'
import type { Db } from '#db/driver.ts'
import type { Pools } from '#db/pools.ts'
import type { AccessClaims, AccessTokens } from './access-token.ts'
import type { Env } from './env.ts'
import type { Frozen } from './frozen.ts'
import type { FindTenant, HostTenant } from './host-tenant.ts'
import type { Jobs } from './jobs.ts'

/** What a process has once: handed on as an argument, never kept by a module. */
export type App = {
  env: Env
  pools: Pools
  tokens: AccessTokens
  jobs: Jobs
  adapters: Adapters
  /** Secret of keyed hashes; the newest of the configured ones. */
  secret: string
  /** The newest first; what an earlier one has sealed or signed stays good. */
  secrets: readonly [string, ...string[]]
  frozen: Frozen
  hosts: FindTenant
}

/** Who is signed in; read anew from the database at every request. */
export type Actor = {
  id: number
  tenantId: number
  sessionId: number
  name: string
  email: string
  roles: Role[]
}

declare const made: unique symbol

/** Whose rows a query may touch. Made here alone and ends in the WHERE of every query. */
export type Scope = { readonly tenantId: number; readonly [made]: true }

/** Rows of several organisations: what a platform request may read. */
export type PlatformScope = { readonly tenantIds: readonly number[]; readonly [made]: true }

/** Rows of every organisation, with or without the platform's own: what a god-admin may read. */
export type AllScope = {
  readonly platformId: number
  readonly includesPlatform: boolean
  readonly [made]: true
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

/** A handler's surroundings, apart from its input. */
export type PublicContext = {
  app: App
  tenant: HostTenant
  scope: Scope
  request: FastifyRequest
  reply: FastifyReply
  /** One transaction within the host's tenant. */
  inTenant: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

export type SignedInContext = PublicContext & { actor: Actor }

/** Of a handler whose statement checks the session itself. */
export type BatchedContext = PublicContext & {
  claims: AccessClaims
  /** One transaction of the caller in their turn, after the access check. */
  inSession: <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>
}

/** What a handler learns of its caller, by the endpoint's access, where that is no session. Features add their own. */
export interface Callers {
  public: object
}
