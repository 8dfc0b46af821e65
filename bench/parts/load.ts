import { createAnswers, savePath } from './answers.ts'
import { type Connection, openConnection } from './http-client.ts'
import { type Person, headersOf } from './people.ts'
import { runSteadily } from './steady.ts'

/** Answered with 200, by the second. Times count from when a request was due. */
export type Load = {
  perSecond: number
  at: (share: number) => number
  busy: number
  /** Anything else, by status or message. */
  faults: Map<string, number>
  /** Of the refusals: the shortest and longest. */
  retryAfter: () => string
  /** CPU seconds of the process that sends. */
  cpu: number
}

/** Sends three saves and one overview by turns for these people. */
export function aLoad(port: number, everyone: readonly Person[]) {
  const answers = createAnswers(1)
  const idle: Connection[] = []
  let turn = 0

  async function measure(
    seconds: number,
    run: (ask: (due: number) => Promise<void>) => Promise<void>,
    people: readonly Person[],
  ): Promise<Load> {
    const times: number[] = []
    const waits: number[] = []
    const faults = new Map<string, number>()
    const count = (fault: string) => void faults.set(fault, (faults.get(fault) ?? 0) + 1)
    const before = process.cpuUsage()
    const started = performance.now()
    await run(async (due) => {
      try {
        const { status, header } = await ask(people)
        if (status === 200) times.push(performance.now() - due)
        else if (status === 503 && /retry-after/i.test(header))
          waits.push(Number(/retry-after: (\d+)/i.exec(header)?.[1]))
        else count(String(status))
      } catch (error) {
        count(error instanceof Error ? error.message : String(error))
      }
    })
    const took = Math.max(seconds, (performance.now() - started) / 1000)
    const { user, system } = process.cpuUsage(before)
    times.sort((a, b) => a - b)
    return {
      perSecond: times.length / took,
      at: (share) => Math.round(times[Math.floor(times.length * share)] ?? Number.NaN),
      busy: waits.length,
      faults,
      retryAfter: () =>
        waits.length === 0 ? 'none' : `${Math.min(...waits)} to ${Math.max(...waits)} s`,
      cpu: (user + system) / 1e6,
    }
  }

  async function ask(people: readonly Person[]) {
    const person = people[turn++ % people.length]
    if (!person) throw new Error('The data set has no users.')
    const connection = anIdle() ?? (await openConnection(port))
    const headers = headersOf(person)
    const isRead = turn % 4 === 0
    const reply = isRead
      ? await connection.send('GET', '/api/overview', headers)
      : await connection.send('PUT', savePath(person), headers, answers.next(person))
    if (!isRead && reply.status === 200) answers.remember(person, reply.body)
    idle.push(connection)
    return reply
  }

  /** Browsers and proxies keep their connections. Node.js accepts one for each turn of its loop. */
  async function open(count: number) {
    for (const connection of idle.splice(0)) if (connection.isOpen()) idle.push(connection)
    while (idle.length < count) idle.push(await openConnection(port))
  }

  function anIdle(): Connection | undefined {
    const connection = idle.pop()
    return connection === undefined || connection.isOpen() ? connection : anIdle()
  }

  return {
    /** So many connections, each of which sends its next request after the answer. */
    closed: (seconds: number, connections: number) => {
      const end = performance.now() + seconds * 1000
      const run = async (one: (due: number) => Promise<void>) => {
        await Promise.all(
          Array.from({ length: connections }, async () => {
            while (performance.now() < end) await one(performance.now())
          }),
        )
      }
      return measure(seconds, run, everyone)
    },
    /** At a fixed rate, whatever is answered. */
    steady: async (seconds: number, perSecond: number, people = everyone) => {
      await open(perSecond / 2)
      return await measure(
        seconds,
        (one) => runSteadily(seconds, [{ perSecond, ask: one }]),
        people,
      )
    },
    close: () => {
      for (const connection of idle) connection.close()
    },
  }
}
