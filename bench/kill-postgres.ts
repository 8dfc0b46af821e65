import { crashPostgres, stopPostgres } from 'api/faults/kill-postgres'
import { machine } from './parts/cpu.ts'

// `node bench/kill-postgres.ts` (G11): 100 crashes and a stop of 20 s.
const crashes = Number(process.env.BENCH_CRASHES ?? 100)
const stopMs = Number(process.env.BENCH_STOP_MS ?? 20_000)
console.log(`PostgreSQL killed and stopped while people save; ${machine()}`)
print(`${crashes} crashes`, await crashPostgres({ crashes, people: 8 }))
print(`stopped for ${stopMs} ms`, await stopPostgres({ stopMs, people: 8 }))

function print(what: string, result: Awaited<ReturnType<typeof stopPostgres>>) {
  console.log(
    `  ${what}: acknowledged ${result.acknowledged}   lost ${result.lost}   twice ${result.doubled}   gaps ${result.gaps}   written but untold ${result.untold}`,
  )
  console.log(
    `    503 ${result.refused}, ${result.withoutRetryAfter} of them without Retry-After   no answer ${result.unanswered}   slowest ${result.slowestMs} ms (3000)   first success at most ${Math.max(...result.backMs)} ms after it accepts (2000)   same process ${result.isSameProcess}`,
  )
}
