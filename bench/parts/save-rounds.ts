import { median } from './cpu.ts'
import { type Connection, type Reply, openConnection } from './http-client.ts'
import type { Person } from './people.ts'

export const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)

export type Ask = (connection: Connection, person: Person) => Promise<Reply>
/** CPU seconds until now. */
type Cpu = () => { server: number; database: number }
export type Round = { count: number; server: number; database: number }

/** Everyone saves over a connection of their own, the next answer once the last is saved. */
export async function saveForAWhile(
  { port, cpu, people }: { port: number; cpu: Cpu; people: readonly Person[] },
  ask: Ask,
): Promise<Round> {
  const before = cpu()
  const until = Date.now() + SECONDS * 1000
  const counts = await Promise.all(people.map((person) => runOne(port, person, until, ask)))
  const after = cpu()
  return {
    count: counts.reduce((sum, count) => sum + count, 0),
    server: after.server - before.server,
    database: after.database - before.database,
  }
}

async function runOne(port: number, person: Person, until: number, ask: Ask): Promise<number> {
  const connection = await openConnection(port)
  let count = 0
  while (Date.now() < until) {
    const { status, body } = await ask(connection, person)
    if (status !== 200) throw new Error(`${status} ${body}`)
    count += 1
  }
  connection.close()
  return count
}

export type Summary = ReturnType<typeof summaryOf>

export function summaryOf(rounds: readonly Round[]) {
  const sum = (part: keyof Round) => rounds.reduce((total, round) => total + round[part], 0)
  const [server, database] = [sum('server') / sum('count'), sum('database') / sum('count')]
  const rate = median(rounds.map(({ count }) => count / SECONDS))
  return { rate, server, database, cpu: server + database }
}

export function cpuText({ cpu, server, database }: Summary): string {
  const ms = (seconds: number) => (1000 * seconds).toFixed(2)
  return `${ms(cpu)} ms (server process ${ms(server)}, database ${ms(database)})`
}
