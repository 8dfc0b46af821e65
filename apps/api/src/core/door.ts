import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { plural } from 'rules/plural'
import { Busy } from '#db/turns.ts'
import { type ApiError, busy, stopping } from './errors.ts'
import { failureAnswer } from './failure-answer.ts'
import { plainAddress } from './plain-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Refused because too much work waits. Counted by the door instead of logged. */
    isBusy: boolean
  }
}

/** Calls that a node works on at the same time: about an eighth of a second of work on two processors. */
const MOST = 256
/** Milliseconds. */
const SECOND = 1000

export type Door = ReturnType<typeof openDoor>

/**
 * Refuses calls of the API before any work, while the node has enough to do. Under load, a node that looks at each call
 * first would do nothing else. Every host has its share, so one organisation can't close the door to others.
 */
export function openDoor(log: Pick<Logger, 'warn'>, most = MOST) {
  const ofHost = new Map<string, number>()
  let [inside, refused, sinceLine] = [0, 0, 0]

  /** Whether a call of this host has to be refused. */
  function isClosed(host = ''): boolean {
    if (inside < most) return false
    const own = ofHost.get(nameOf(host)) ?? 0
    return own >= Math.max(1, most / (ofHost.size + (own === 0 ? 1 : 0)))
  }

  function countRefusal() {
    refused += 1
    sinceLine += 1
    if (sinceLine > 1) return
    // One line a second, because a line for each would cost more than the refusal.
    setTimeout(() => {
      const one = 'Waymark is busy: # request refused in the last second.'
      const other = 'Waymark is busy: # requests refused in the last second.'
      log.warn(plural(sinceLine, { one, other }))
      sinceLine = 0
    }, SECOND).unref()
  }

  return {
    isClosed,
    countRefusal,
    /** How many calls were refused since the start. */
    refused: () => refused,
    /** How many calls are worked on. */
    inside: () => inside,
    /** Counts a call while it is worked on, which starts after its body has arrived. */
    async pass<T>(given: string, work: () => Promise<T>): Promise<T> {
      const host = nameOf(given)
      enter(host)
      try {
        return await work()
      } finally {
        leave(host)
      }
    },
    /** Lets a call inside wait for others outside. Refuses it if the door is closed when it comes back. */
    async outside(given: string, wait: () => Promise<void>): Promise<void> {
      const host = nameOf(given)
      leave(host)
      let isRefused = false
      try {
        await wait()
        isRefused = isClosed(host)
      } finally {
        enter(host)
      }
      if (isRefused) throw new Busy(inside)
    },
  }

  function enter(host: string) {
    inside += 1
    ofHost.set(host, (ofHost.get(host) ?? 0) + 1)
  }

  function leave(host: string) {
    inside -= 1
    const left = (ofHost.get(host) ?? 1) - 1
    if (left === 0) ofHost.delete(host)
    else ofHost.set(host, left)
  }
}

/** A host in other letters or with another port has no share of its own. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '')
}

/** Probes are always answered. */
const BEHIND_THE_DOOR = /^\/api\/(?!health\b|ready\b)/

type Parts = {
  door: Door
  /** What every answer has. */
  headers: Headers
  idOf: (request: IncomingMessage) => string
  isStopping: () => boolean
}

/** Stands before the server's own listener. */
export function guard(server: Server, { door, headers, idOf, isStopping }: Parts): void {
  const [work] = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  // In pairs, as Node.js sends them without looking at each.
  const fixed = [...[...headers].flat(), 'cache-control', 'no-store']
  const refuse = (request: IncomingMessage, response: ServerResponse, refusal: ApiError) => {
    const id = idOf(request)
    const url = plainAddress(request.url)
    const { type, body } = failureAnswer(refusal, {
      id,
      url,
      method: request.method,
      headers: request.headers,
    })
    response.writeHead(refusal.status, [
      ...fixed,
      'content-type',
      type,
      'content-length',
      String(Buffer.byteLength(body)),
      'retry-after',
      String(refusal.extra.retryAfter),
      'x-request-id',
      id,
      ...(isStopping() ? ['connection', 'close'] : []),
    ])
    response.end(body)
  }
  server.on('request', (request, response) => {
    if (isStopping()) return refuse(request, response, stopping())
    if (!BEHIND_THE_DOOR.test(plainAddress(request.url)) || !door.isClosed(request.headers.host))
      return work?.(request, response)
    door.countRefusal()
    refuse(request, response, busy(new Busy(door.inside()).retryAfter))
  })
}
