import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from 'contract/permissions'
import type { Adapters } from '#adapters/adapters.ts'
import type { Kysely } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import type { Pools } from '#db/pools.ts'
import type { Turns } from '#db/turns.ts'
import type { AccessClaims, AccessTokens } from './access-token.ts'
import type { Door } from './door.ts'
import type { Env } from './env.ts'
import type { Cache } from './cache.ts'
import type { FindTenant, HostTenant } from './host-tenant.ts'
import type { Jobs } from './jobs.ts'

/** A request's query builder, in one transaction of one tenant. */
export type Db = Kysely<DB>

/** What a process has once. Passed as an argument, never kept in a module. */
export type App = {
  env: Env
  /** Of this process, among all nodes. */
  nodeId: string
  /** Of the folder of files. Undefined with a bucket. */
  folderId: string | undefined
  pools: Pools
  door: Door
  /** For endpoints that take a processor for a while. */
  heavyTurns: Turns
  tokens: AccessTokens
  jobs: Jobs
  adapters: Adapters
  /** The current one of the secrets. Used for keyed hashes. */
  secret: string
  /** The current one first. The previous and the next one decrypt and verify too. */
  secrets: readonly [string, ...string[]]
  cache: Cache
  hosts: FindTenant
}

/** The signed-in user, read at every request. */
export type Actor = {
  id: number
  tenantId: number
  sessionId: number
  name: string
  email: string
  roles: Role[]
}

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

/** A handler's context. */
export type PublicContext = {
  app: App
  tenant: HostTenant
  scope: Scope
  request: FastifyRequest
  reply: FastifyReply
  /** Runs one transaction in the host's tenant. */
  inTenant: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

export type SignedInContext = PublicContext & { actor: Actor }

/** The context of a handler whose SQL statement checks the session. */
export type BatchedContext = PublicContext & {
  claims: AccessClaims
  /** Runs one transaction of the caller after the access check, in the caller's turn. */
  inSession: <T>(work: (db: Db, actor: Actor) => Promise<T>) => Promise<T>
}

/** What a handler knows of a caller without a session, by the endpoint's access. Features add entries. */
export interface Callers {
  public: object
}
