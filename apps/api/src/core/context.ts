import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from 'contract/permissions'
import type { Adapters } from '#adapters/adapters.ts'
import type { Db, Scope } from '#db/scope.ts'
import type { Pools } from '#db/pools.ts'
import type { Caller, Turns } from '#db/turns.ts'
import type { AccessClaims, AccessTokens } from './access-token.ts'
import type { Door } from './door.ts'
import type { Env } from './env.ts'
import type { Gathering } from './gathering.ts'
import type { Cache } from './cache.ts'
import type { FindTenant, HostTenant } from './host-tenant.ts'
import type { Jobs } from './jobs.ts'
import type { Maintenance } from './maintenance.ts'

/** What a process has once. Passed as an argument, never kept in a module. */
export type App = {
  env: Env
  /** Of this process, among all nodes. */
  nodeId: string
  /** Of the folder of files. Undefined with a bucket. */
  folderId: string | undefined
  pools: Pools
  door: Door
  gathering: Gathering
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
  maintenance: Maintenance
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

/** A handler's context. */
export type PublicContext = {
  app: App
  tenant: HostTenant
  scope: Scope
  request: FastifyRequest
  reply: FastifyReply
  /** Runs one transaction in the host's tenant. `of`: whose connections are few, because it waits for others of the same. */
  inTenant: <T>(
    work: (db: Db) => Promise<T>,
    of?: Pick<Caller, 'user' | 'assessment'>,
  ) => Promise<T>
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
