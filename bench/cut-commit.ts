import { cutCommit } from 'api/faults/cut-commit'
import { machine } from './parts/cpu.ts'

// `node bench/cut-commit.ts` (G12): the database connection is cut 200 times at each of 6 points of a save.
const rounds = Number(process.env.BENCH_ROUNDS ?? 200)
console.log(`Connections cut while an answer is saved, ${rounds} times at each point; ${machine()}`)
for (const { at, ...result } of await cutCommit({ rounds })) {
  console.log(
    `  ${at}: cuts ${result.cuts}   falsely confirmed ${result.falselyConfirmed}   doubled ${result.doubled}   lost ${result.lost}   gaps ${result.gaps}`,
  )
}
