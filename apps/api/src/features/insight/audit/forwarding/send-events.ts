import { once } from 'node:events'
import { connect as connectPlain, isIP } from 'node:net'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { ForwardedEvent } from './forwarding.queries.ts'

/** Milliseconds for one batch. The transaction that sends it ends after 15 s of silence. */
const PATIENCE = 10_000
const LEAST_PAUSE = 100
/** RFC 5424: facility "log audit" (13), severity "informational" (6). */
const PRIORITY = 13 * 8 + 6
const PORTS = { 'syslog:': 601, 'syslog+tls:': 6514 } as const

/** Sends events in order. Returns once the receiver has all of them, or throws. */
export async function sendTo(
  address: string,
  events: readonly ForwardedEvent[],
  token?: string,
): Promise<void> {
  const url = new URL(address)
  if (url.protocol.startsWith('http')) await post(url, events, token)
  else await sendSyslog(url, events)
}

/** JSON lines. Any status of success means that the receiver has them. */
async function post(url: URL, events: readonly ForwardedEvent[], token: string | undefined) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The receiver answered with status ${response.status}.`)
}

/**
 * Syslog has no confirmation. So each batch has its own connection: we end our side, and the receiver closes when it
 * has read everything. An error, silence or an earlier end means that the batch is sent again.
 */
async function sendSyslog(url: URL, events: readonly ForwardedEvent[]): Promise<void> {
  const isTls = url.protocol === 'syslog+tls:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || PORTS[isTls ? 'syslog+tls:' : 'syslog:']
  const name = isIP(host) === 0 ? { servername: host } : {}
  const socket = isTls ? connectTls({ host, port, ...name }) : connectPlain({ host, port })
  const timeout = setTimeout(
    () =>
      socket.destroy(new Error(`The receiver did not confirm within ${PATIENCE / 1000} seconds.`)),
    PATIENCE,
  )
  try {
    const start = performance.now()
    await once(socket, isTls ? 'secureConnect' : 'connect')
    // Long enough for the end of a receiver that closed before our data arrived.
    const pause = Math.max(LEAST_PAUSE, 3 * (performance.now() - start))
    socket.resume()
    const ended = once(socket, 'end')
    socket.write(events.map(syslogFrame).join(''))
    const isEarly = await Promise.race([ended.then(() => true), sleep(pause, false)])
    if (isEarly)
      throw new Error(
        'The receiver closed the connection before it received all events. Check AUDIT_FORWARD and the receiver’s log.',
      )
    socket.end()
    await ended
  } finally {
    clearTimeout(timeout)
    socket.destroy()
  }
}

/** RFC 5424, with the number of bytes first (RFC 6587). */
function syslogFrame(event: ForwardedEvent): string {
  const { at, ...rest } = event
  const head = `<${PRIORITY}>1 ${at} ${hostname()} waymark ${process.pid} audit -`
  const line = `${head} ${JSON.stringify({ ...rest, at })}`
  return `${Buffer.byteLength(line)} ${line}`
}
