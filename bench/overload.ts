import { machine } from './parts/cpu.ts'
import { openOverload } from './parts/overload.ts'

// `node bench/overload.ts`: what is answered at several times the capacity, and what one organisation does to others.
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)

console.log(`three saves to one overview; ${machine()}`)
const bench = await openOverload({ seconds: SECONDS, log: console.log })
console.log('  limits at twice: 90%, p99 1000 ms, normal within 5 s')
for (const times of [2, 4]) await bench.overload(times)
console.log('  limit beside a greedy organisation: twice the p95, or 100 ms')
await bench.fairness(ROUNDS)
await bench.close()
