import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { assessments } from 'contract/assessments'
import type { SendMail } from '#adapters/mail.ts'
import type { App } from '#core/context.ts'
import { routeOf } from '#core/request-log.ts'
import packageJson from '#package.json' with { type: 'json' }
import { installationGauges } from './installation-gauges.ts'

export type Metrics = {
  /** Counts the emails that this process sends. */
  countMails: (send: SendMail | undefined) => SendMail | undefined
  /** Observes every request. */
  watch: (app: App, http: FastifyInstance) => void
  /** In Prometheus' text format. */
  read: () => Promise<{ type: string; text: string }>
}

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** The metrics of this process and of the installation. No label has an organisation, a user or an id. */
export async function openMetrics(): Promise<Metrics> {
  // Loaded only when an operator turns metrics on.
  const prom = await import('prom-client')
  const registry: Registry = new prom.Registry()
  const registers = [registry]
  // Memory, CPU, event loop and garbage collection.
  prom.collectDefaultMetrics({ register: registry })
  new prom.Gauge({
    name: 'waymark_info',
    help: 'The version of this node. Always 1.',
    labelNames: ['version'],
    registers,
  }).set({ version: packageJson.version }, 1)
  const requests = new prom.Histogram({
    name: 'waymark_http_request_duration_seconds',
    help: 'How long requests took, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  // A series of requests starts with the first one, so its rate misses that one.
  const errors = new prom.Counter({
    name: 'waymark_http_errors_total',
    help: 'Responses with status 500 or higher, except refusals because the node was busy.',
    registers,
  })
  const refusals = new prom.Counter({
    name: 'waymark_busy_refusals_total',
    help: 'Requests refused because too much work was waiting.',
    registers,
  })
  let counted = 0
  const saves = new prom.Counter({
    name: 'waymark_saves_total',
    help: 'Requests that saved answers.',
    registers,
  })
  const mails = new prom.Counter({
    name: 'waymark_mails_sent_total',
    help: 'Emails sent to the mail server, by result.',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['accepted', 'failed']) mails.inc({ result }, 0)
  let refresh = async () => {}
  let countRefusals = () => {}

  return {
    countMails: (send) =>
      send &&
      (async (mail) => {
        try {
          const answer = await send(mail)
          mails.inc({ result: 'accepted' })
          return answer
        } catch (error) {
          mails.inc({ result: 'failed' })
          throw error
        }
      }),
    watch: (app, http) => {
      const readGauges = installationGauges(app, prom, registers)
      countRefusals = () => {
        refusals.inc(app.door.refused() - counted)
        counted = app.door.refused()
      }
      // The other metrics are still worth reading.
      refresh = async () =>
        await readGauges().catch((error: unknown) =>
          http.log.warn({ err: error }, 'Some metrics could not be read from the database'),
        )
      http.addHook('onResponse', async (request, reply) => {
        const { method, routeOptions } = request
        const labels = { method, route: routeOf(request), status: String(reply.statusCode) }
        requests.observe(labels, (reply.elapsedTime - request.waited) / 1000)
        if (reply.statusCode >= 500 && !request.isBusy) errors.inc()
        const { endpoint } = routeOptions.config
        const isSave = endpoint === assessments.answer || endpoint === assessments.save
        if (isSave && reply.statusCode < 300) saves.inc()
      })
    },
    read: async () => {
      countRefusals()
      await refresh()
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}
