import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ANY_TYPE, type Endpoint } from 'contract/endpoint'
import type { Readable } from 'node:stream'
import type { QueryResultRow } from 'pg'
import { z } from 'zod'
import type { Db } from '#db/driver.ts'
import { withSession, withTenant } from '#db/pools.ts'
import type { AccessClaims } from './access-token.ts'
import { claimsOf } from './authenticate.ts'
import {
  type Actor,
  type App,
  type BatchedContext,
  type Callers,
  type PublicContext,
  type SignedInContext,
  scopeOf,
} from './context.ts'
import { ApiError } from './errors.ts'
import { refuseSuspendedMeanwhile, tenantOfRequest } from './request-tenant.ts'

/** A row of the database's `enter`. */
export type SessionRow = QueryResultRow

export type Authenticators = {
  /** Lets the owner of a session call an endpoint, or says why not. */
  session: (endpoint: Endpoint, claims: AccessClaims, row: SessionRow | undefined) => Actor
  /** By the endpoint's access, where that is no session. */
  others: { [Kind in keyof Callers]: (context: PublicContext) => Promise<Callers[Kind]> }
}

export type Server = { http: FastifyInstance; app: App; authenticators: Authenticators }

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Input<E extends Endpoint> = {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: E['isRaw'] extends true ? Buffer : Parsed<E['body']>
}
/** What a handler gives: the response schema's input, a file's bytes as they come, or nothing. */
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

/**
 * Binds an endpoint inside one transaction of the host's tenant: authenticates, checks `access` and the
 * terms gate, parses, runs, passes the answer through the response schema, commits, and only then answers.
 */
export function handle<const E extends Endpoint>(
  server: Server,
  endpoint: E,
  work: (input: Input<E>, context: Context<E> & { db: Db }) => Promise<Output<E>> | Output<E>,
): void {
  const { http, app, authenticators } = server
  bind(http, endpoint, async (request, reply) => {
    const surroundings = surroundingsOf(app, request, reply)
    const answer = await enter(authenticators, endpoint, surroundings, async (db, actor) => {
      const context = { ...surroundings, db, ...(actor && { actor }) }
      const input = parse(endpoint, request)
      return present(endpoint, await work(input, context as unknown as Context<E> & { db: Db }))
    })
    return send(endpoint, reply, answer)
  })
}

/**
 * Binds an endpoint that waits for something slow (a password hash, a PDF): no connection is held meanwhile.
 * The handler opens its own short transactions with `inTenant`.
 */
export function handleDetached<const E extends Endpoint>(
  server: Server,
  endpoint: E,
  work: (input: Input<E>, context: Context<E>) => Promise<Output<E>>,
): void {
  const { http, app, authenticators } = server
  bind(http, endpoint, async (request, reply) => {
    const surroundings = surroundingsOf(app, request, reply)
    const caller = await callerOf(authenticators, endpoint, surroundings)
    const context = { ...surroundings, ...caller } as unknown as Context<E>
    return send(endpoint, reply, present(endpoint, await work(parse(endpoint, request), context)))
  })
}

/**
 * Binds an endpoint whose statement checks the session itself, so that calls of many people share a transaction. The
 * handler gets the signed claims only; `inSession` is the ordinary transaction with the ordinary check.
 */
export function handleBatched<const E extends Endpoint>(
  server: Server,
  endpoint: E,
  work: (input: Input<E>, context: BatchedContext) => Promise<Output<E>>,
): void {
  const { http, app, authenticators } = server
  bind(http, endpoint, async (request, reply) => {
    const surroundings = surroundingsOf(app, request, reply)
    const claims = await claimsOf(request, app.tokens, surroundings.scope)
    const inSession: BatchedContext['inSession'] = (run) =>
      enter(authenticators, endpoint, surroundings, (db, actor) => run(db, actor as Actor))
    const input = await parseAfterCheck(endpoint, request, inSession)
    const answer = await work(input, { ...surroundings, claims, inSession })
    return send(endpoint, reply, present(endpoint, answer))
  })
}

// Whoever may not call is told so first, whatever was sent.
async function parseAfterCheck<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  inSession: BatchedContext['inSession'],
): Promise<Input<E>> {
  try {
    return parse(endpoint, request)
  } catch (error) {
    return await inSession(async () => {
      throw error
    })
  }
}

type Run = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function bind(http: FastifyInstance, endpoint: Endpoint, run: Run) {
  if (endpoint.isRaw) http.register(async (part) => route(takingBytes(part), endpoint, run))
  else route(http, endpoint, run)
}

// A part of its own, so that nothing else takes bytes and this takes no JSON.
function takingBytes(part: FastifyInstance): FastifyInstance {
  part.removeAllContentTypeParsers()
  part.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  )
  return part
}

function route(http: FastifyInstance, endpoint: Endpoint, run: Run) {
  http.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { endpoint },
    ...(endpoint.mostBytes !== undefined && { bodyLimit: endpoint.mostBytes }),
    handler: run,
  })
}

function surroundingsOf(app: App, request: FastifyRequest, reply: FastifyReply): PublicContext {
  const tenant = tenantOfRequest(request)
  return {
    app,
    tenant,
    scope: scopeOf(tenant.id),
    request,
    reply,
    inTenant: (work) => withTenant(app.pools, tenant.id, work),
  }
}

/** Who calls, found in a transaction that is over before the handler starts. */
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

/** One transaction of the tenant; for all but public endpoints with whoever is signed in and may call it. */
async function enter<T>(
  authenticators: Authenticators,
  endpoint: Endpoint,
  { app, scope, request, inTenant }: PublicContext,
  work: (db: Db, actor: Actor | undefined) => Promise<T>,
): Promise<T> {
  if (endpoint.access === 'public') return await inTenant((db) => work(db, undefined))
  const claims = await claimsOf(request, app.tokens, scope)
  // Two devices at once: what one writes is checked against what the other wrote.
  const options = { inTurn: endpoint.method !== 'GET' }
  try {
    return await withSession(
      app.pools,
      claims,
      (db, row) => work(db, authenticators.session(endpoint, claims, row)),
      options,
    )
  } catch (error) {
    // Asked only now: no second connection while one is held.
    if (error instanceof ApiError && error.code === 'signed-out')
      await refuseSuspendedMeanwhile(request, app)
    throw error
  }
}

function parse<E extends Endpoint>(endpoint: E, request: FastifyRequest): Input<E> {
  // Without a prototype: a property called `constructor` or `__proto__` is a fault like any other.
  const faults = Object.create(null) as Record<string, string>
  const input = read(endpoint, request, faults)
  // An id that cannot be one names nothing: the same 404 as for a row that never was.
  if (Object.keys(faults).some((place) => place.startsWith('params')))
    throw new ApiError('not-found', 'There is no such page.')
  if (Object.keys(faults).length > 0)
    throw new ApiError('invalid-input', 'Some of what was sent is not valid.', { fields: faults })
  return input
}

const NoQuery = z.strictObject({})

function read<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  faults: Record<string, string>,
) {
  const part = (name: 'params' | 'query' | 'body') => {
    const schema = endpoint[name] ?? (name === 'query' ? NoQuery : undefined)
    if (!schema) return undefined
    const result = schema.safeParse(request[name])
    if (!result.success) collectFaults(result.error.issues, name, faults)
    return result.data
  }
  const body = endpoint.isRaw ? bytesOf(request.body, faults) : part('body')
  return { params: part('params'), query: part('query'), body } as Input<E>
}

function bytesOf(body: unknown, faults: Record<string, string>) {
  if (!Buffer.isBuffer(body)) faults.body = 'Send the bytes as application/octet-stream'
  return body
}

function collectFaults(
  issues: readonly z.core.$ZodIssue[],
  part: string,
  faults: Record<string, string>,
) {
  for (const issue of issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
    for (const key of keys) {
      const path = [...issue.path, ...(key === undefined ? [] : [key])].join('.') || part
      faults[part === 'params' ? `params.${path}` : path] ??=
        key === undefined ? issue.message : 'This field is not known here'
    }
  }
}

// No column leaks: what the response schema does not name is dropped.
function present(endpoint: Endpoint, answer: unknown): unknown {
  return endpoint.response ? endpoint.response.parse(answer) : answer
}

function send(endpoint: Endpoint, reply: FastifyReply, answer: unknown) {
  if (endpoint.redirect) return reply.redirect(String(answer), 303)
  if (endpoint.file === ANY_TYPE) return reply.send(answer)
  if (endpoint.file !== undefined) return reply.type(endpoint.file).send(answer)
  return endpoint.response ? reply.send(answer) : reply.code(204).send()
}
