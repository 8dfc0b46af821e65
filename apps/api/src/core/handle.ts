import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, ANY_TYPE } from 'contract/endpoint'
import type { Readable } from 'node:stream'
import type { QueryResultRow } from 'pg'
import type { z } from 'zod'
import type {
  Actor,
  App,
  BatchedContext,
  Callers,
  PublicContext,
  SignedInContext,
} from './context.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import { withSession, withTenant } from '#db/pools.ts'
import { type AccessClaims, claimsOf } from './access-token.ts'
import { receiveBlocks } from './body-blocks.ts'
import { ApiError, busy } from './errors.ts'
import { inTurn } from './heavy-turns.ts'
import { readInput, readLongInput } from './read-input.ts'
import { limitLongBodies } from './long-bodies.ts'
import { withFilters } from './slow-list.ts'
import { refuseSuspendedTenant, tenantOfRequest } from './request-tenant.ts'

/** A row of the database function `enter`. */
export type SessionRow = QueryResultRow

export type Authenticators = {
  /** Returns the session's owner, or throws if they may not call the endpoint. */
  session: (endpoint: Endpoint, claims: AccessClaims, row: SessionRow | undefined) => Actor
  /** For endpoints whose access is not a session. */
  others: { [Kind in keyof Callers]: (context: PublicContext) => Promise<Callers[Kind]> }
}

export type Server = { http: FastifyInstance; app: App; authenticators: Authenticators }

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Input<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: E['isRaw'] extends true ? Buffer : Parsed<E['body']>
}
type Output<E extends Endpoint> = E['file'] extends string
  ? string | Buffer | Readable
  : E['redirect'] extends true
    ? URL | string
    : E['response'] extends z.ZodType
      ? z.input<E['response']>
      : void
type Context<E extends Endpoint> = E['access'] extends keyof Callers
  ? PublicContext & Callers[E['access']]
  : SignedInContext

/** Binds an endpoint that runs in one transaction of the host's tenant. The answer is sent after the commit. */
export function handle<const E extends Endpoint>(
  server: Server,
  endpoint: E,
  work: (input: Input<E>, context: Context<E> & { db: Db }) => Promise<Output<E>> | Output<E>,
): void {
  bind(server, endpoint, (surroundings) =>
    admit(endpoint, surroundings, () =>
      enter(server.authenticators, endpoint, surroundings, async (db, actor) => {
        const context = { ...surroundings, db, ...(actor && { actor }) }
        const input = readInput(endpoint, surroundings.request) as Input<E>
        return present(endpoint, await work(input, context as unknown as Context<E> & { db: Db }))
      }),
    ),
  )
}

/**
 * Binds an endpoint that waits for something slow, such as a password hash. It holds no connection and opens its own
 * short transactions with `inTenant`.
 */
export function handleDetached<const E extends Endpoint>(
  server: Server,
  endpoint: E,
  work: (input: Input<E>, context: Context<E>) => Promise<Output<E>>,
): void {
  bind(server, endpoint, (surroundings) =>
    admit(endpoint, surroundings, async () => {
      const caller = await callerOf(server.authenticators, endpoint, surroundings)
      const context = { ...surroundings, ...caller } as unknown as Context<E>
      const input = (await readLongInput(endpoint, surroundings)) as Input<E>
      return present(endpoint, await work(input, context))
    }),
  )
}

/**
 * Binds an endpoint whose SQL statement checks the session, so that calls of many users share a transaction.
 * They have connections of their own. `inSession` runs a transaction with the usual check.
 */
export function handleBatched<const E extends Endpoint>(
  server: Server,
  endpoint: E,
  work: (input: Input<E>, context: BatchedContext) => Promise<Output<E>>,
): void {
  bind(server, endpoint, async (surroundings) => {
    const { app, request, scope } = surroundings
    const claims = await claimsOf(request, app.tokens, scope)
    const inSession: BatchedContext['inSession'] = (run) =>
      enter(server.authenticators, endpoint, surroundings, (db, actor) => run(db, actor as Actor))
    const input = await parseAfterCheck(endpoint, request, inSession)
    if (endpoint.gathers) await gather(surroundings)
    return present(endpoint, await work(input, { ...surroundings, claims, inSession }))
  })
}

/** Waits until the next calls of the organisation begin, outside the door. */
async function gather({ app, tenant, request }: PublicContext): Promise<void> {
  const since = performance.now()
  await app.door.outside(request.headers.host ?? '', () => app.gathering(tenant.id))
  request.waited = performance.now() - since
  // Its user may be elsewhere by now, and no one reads the answer.
  if (request.socket.destroyed) throw busy()
}

// Invalid input is reported only to callers with access.
async function parseAfterCheck<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  inSession: BatchedContext['inSession'],
): Promise<Input<E>> {
  try {
    return readInput(endpoint, request) as Input<E>
  } catch (error) {
    return await inSession(async () => {
      throw error
    })
  }
}

type Run = (surroundings: PublicContext) => Promise<unknown>

/** Heavy calls have turns of their own, and may wait for longer. */
function pass(endpoint: Endpoint, surroundings: PublicContext, run: Run) {
  const { app, request } = surroundings
  if (endpoint.isHeavy) return run(surroundings)
  return app.door.pass(request.headers.host ?? '', () => run(surroundings))
}

/** Refuses a call that would wait too long for a connection. A heavy one then waits for its turn. */
async function admit<T>(endpoint: Endpoint, surroundings: PublicContext, work: () => Promise<T>) {
  const { app, tenant } = surroundings
  app.pools.turns.app.refuseLate(tenant.id)
  return await inTurn(endpoint, surroundings, work)
}

function bind({ http, app, authenticators }: Server, endpoint: Endpoint, run: Run) {
  const route = (part: FastifyInstance) =>
    part.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      config: { endpoint },
      ...(endpoint.mostBytes !== undefined && { bodyLimit: endpoint.mostBytes }),
      handler: async (request, reply) => {
        const surroundings = surroundingsOf(app, request, reply)
        try {
          return send(endpoint, reply, await pass(endpoint, surroundings, run))
        } catch (error) {
          throw withFilters(error, endpoint, surroundings)
        }
      },
    })
  const { mostBytes } = endpoint
  if (mostBytes === undefined) route(http)
  else
    // Its own scope, so that the other routes don't take bytes.
    http.register(async (part) => {
      limitLongBodies(part, app, endpoint, (request, reply) =>
        callerOf(authenticators, endpoint, surroundingsOf(app, request, reply)),
      )
      part.removeAllContentTypeParsers()
      if (endpoint.isRaw) takeFile(part)
      else takeLongJson(part, mostBytes)
      route(part)
    })
}

function takeFile(part: FastifyInstance) {
  const type = 'application/octet-stream'
  part.addContentTypeParser(type, { parseAs: 'buffer' }, (_, body, done) => done(null, body))
}

// It is parsed once its sender has access.
function takeLongJson(part: FastifyInstance, mostBytes: number) {
  part.addContentTypeParser('application/json', ({ raw }: FastifyRequest) =>
    receiveBlocks(raw, mostBytes),
  )
}

function surroundingsOf(app: App, request: FastifyRequest, reply: FastifyReply): PublicContext {
  const tenant = tenantOfRequest(request)
  return {
    app,
    tenant,
    scope: scopeOf(tenant.id),
    request,
    reply,
    inTenant: (work, of) =>
      withTenant(app.pools, tenant.id, work, { hasLeft: () => request.socket.destroyed, ...of }),
  }
}

/** The transaction ends before the handler starts. */
async function callerOf(
  authenticators: Authenticators,
  endpoint: Endpoint,
  surroundings: PublicContext,
) {
  const { access } = endpoint
  if (access in authenticators.others)
    return await authenticators.others[access as keyof Callers](surroundings)
  return { actor: await enter(authenticators, endpoint, surroundings, async (_, found) => found) }
}

/** Runs one transaction of the tenant, with the caller unless the endpoint is public. */
async function enter<T>(
  authenticators: Authenticators,
  endpoint: Endpoint,
  { app, scope, request, inTenant }: PublicContext,
  work: (db: Db, actor: Actor | undefined) => Promise<T>,
): Promise<T> {
  if (endpoint.access === 'public') return await inTenant((db) => work(db, undefined))
  const claims = await claimsOf(request, app.tokens, scope)
  // In turn, so that writes from two devices see each other.
  const options = {
    inTurn: endpoint.method !== 'GET',
    assessment: assessmentOf(endpoint, request),
    hasLeft: () => request.socket.destroyed,
  }
  try {
    return await withSession(
      app.pools,
      claims,
      (db, row) => work(db, authenticators.session(endpoint, claims, row)),
      options,
    )
  } catch (error) {
    // Checked here, when no other connection is held.
    if (error instanceof ApiError && error.code === 'signed-out')
      await refuseSuspendedTenant(request, app)
    throw error
  }
}

/** The assessment that a call changes, by its path. The organisation is part of it, because anyone can send any id. */
function assessmentOf({ method, path }: Endpoint, request: FastifyRequest): string | undefined {
  if (method === 'GET' || !path.startsWith('/assessments/:id/')) return undefined
  return `${tenantOfRequest(request).id} ${(request.params as { id: string }).id}`
}

// Drops fields that the response schema doesn't name.
function present(endpoint: Endpoint, answer: unknown): unknown {
  return endpoint.response ? endpoint.response.parse(answer) : answer
}

function send(endpoint: Endpoint, reply: FastifyReply, answer: unknown) {
  if (endpoint.redirect) return reply.redirect(String(answer), 303)
  if (endpoint.file === ANY_TYPE) return reply.send(answer)
  if (endpoint.file !== undefined) return reply.type(endpoint.file).send(answer)
  for (const name of FOR_DOCUMENTS) reply.raw.removeHeader(name)
  reply.header('content-security-policy', DATA_POLICY)
  return endpoint.response ? reply.send(answer) : reply.code(204).send()
}

/** Data loads nothing and is framed by nothing, also where a browser takes it for a page. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * They protect a document with links, scripts or windows; the policy says the last one in the newer way. Data is none,
 * and is sent for every choice of a respondent.
 */
const FOR_DOCUMENTS = [
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
]
