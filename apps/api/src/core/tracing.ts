import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Span } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import packageJson from '#package.json' with { type: 'json' }
import type { Env } from './env.ts'
import { shownPath } from './log.ts'
import { trustedProxies } from './request-id.ts'
import { routeOf } from './request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    trace: { span: Span; context: Context } | null
  }
}

export type Tracing = {
  /** A span for each request, except probes. A trusted proxy's trace is continued. */
  watch: (http: FastifyInstance) => void
  /** A span for each statement that a request or job runs on this connection. */
  watchClient: (client: pg.ClientBase) => void
  /** Runs an attempt of a job in a span of its own. */
  watchJob: (queue: string, tenantId: number | undefined, run: () => Promise<void>) => Promise<void>
  /** Sends what has not been sent. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

const MOST_CHARACTERS = 2000

/**
 * Traces for an OpenTelemetry collector (docs/decisions/092). Undefined, and nothing is loaded, unless
 * OTEL_EXPORTER_OTLP_ENDPOINT is set.
 */
export async function openTracing(env: Env): Promise<Tracing | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  const [api, { W3CTraceContextPropagator }, provider] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    openProvider(endpoint, env),
  ])
  const { SpanKind, SpanStatusCode, ROOT_CONTEXT, trace, defaultTextMapGetter } = api
  const tracer = provider.getTracer('waymark', packageJson.version)
  const propagator = new W3CTraceContextPropagator()
  const isTrusted = trustedProxies(env)
  const current = new AsyncLocalStorage<Context>()

  const fail = (span: Span, error?: unknown) => {
    span.setStatus({ code: SpanStatusCode.ERROR })
    // Without the message, which can have values.
    if (error instanceof Error) span.setAttribute('error.type', error.name)
  }

  const watch = (http: FastifyInstance) => {
    http.decorateRequest('trace', null)
    http.addHook('onRequest', (request, _, done) => {
      if (request.routeOptions.config.anyHost) return done()
      const parent = isTrusted(request.raw)
        ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
        : ROOT_CONTEXT
      const route = routeOf(request)
      const attributes = {
        'http.request.method': request.method,
        'http.route': route,
        'url.path': shownPath(request.url, request.routeOptions.url),
        'waymark.request_id': request.id,
      }
      const kind = SpanKind.SERVER
      const span = tracer.startSpan(`${request.method} ${route}`, { kind, attributes }, parent)
      request.trace = { span, context: trace.setSpan(parent, span) }
      current.run(request.trace.context, done)
    })
    // Reading the body loses the context.
    http.addHook('preValidation', ({ trace: own }, _, done) =>
      own ? current.run(own.context, done) : done(),
    )
    http.addHook('onResponse', async ({ trace: own, tenant }, reply) => {
      own?.span.setAttribute('http.response.status_code', reply.statusCode)
      if (tenant) own?.span.setAttribute('waymark.tenant', tenant.domain)
      if (own && reply.statusCode >= 500) fail(own.span)
      own?.span.end()
    })
    http.addHook('onRequestAbort', async ({ trace: own }) => own?.span.end())
  }

  const watchClient = (client: pg.ClientBase) => {
    const query = client.query.bind(client) as (...values: unknown[]) => unknown
    const traced = (...values: unknown[]) => {
      const parent = current.getStore()
      if (!parent) return query(...values)
      const text = textOf(values[0])
      const [word = 'query'] = text.split(/[\s;]/, 1)
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
      const span = tracer.startSpan(word, { kind: SpanKind.CLIENT, attributes }, parent)
      const end = (error?: unknown) => {
        if (error !== undefined && error !== null) fail(span, error)
        span.end()
      }
      const done = values.at(-1)
      if (typeof done === 'function') {
        const ended = (error: unknown, result: unknown) => {
          end(error)
          done(error, result)
        }
        return query(...values.slice(0, -1), ended)
      }
      const result = query(...values)
      if (result instanceof Promise) result.then(() => end(), end)
      else end()
      return result
    }
    client.query = traced as typeof client.query
  }

  const watchJob: Tracing['watchJob'] = async (queue, tenantId, run) => {
    const attributes = {
      'messaging.destination.name': queue,
      ...(tenantId !== undefined && { 'waymark.tenant_id': tenantId }),
    }
    const span = tracer.startSpan(`job ${queue}`, { kind: SpanKind.CONSUMER, attributes })
    try {
      await current.run(trace.setSpan(ROOT_CONTEXT, span), run)
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  }

  return {
    watch,
    watchClient,
    watchJob,
    flush: () => provider.forceFlush(),
    close: () => provider.shutdown(),
  }
}

async function openProvider(endpoint: string, env: Env) {
  const [sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const own = { 'service.name': 'waymark', 'service.version': packageJson.version }
  // OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME.
  const fromEnv = resources.detectResources({ detectors: [resources.envDetector] })
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  return new sdk.TracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes(own))
      .merge(fromEnv),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG),
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
}

/** The statement with placeholders. The only values in it are numbers, such as the ids with which a transaction begins. */
function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { text?: string }).text
  return (text ?? 'copy')
    .trim()
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/(?<![$\w])\d+/g, '?')
}
