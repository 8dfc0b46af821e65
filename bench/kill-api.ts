import { killApi } from 'api/faults/kill-api'
import { machine } from './parts/cpu.ts'

// `node bench/kill-api.ts` (G10): 500 kills, at least 100,000 acknowledged answers, none lost, none twice.
const kills = Number(process.env.BENCH_KILLS ?? 500)
const result = await killApi({ kills, people: 8, pauseMs: 0 })
console.log(`Nodes of the API killed while people save; ${machine()}`)
console.log(
  `  acknowledged ${result.acknowledged} (at least 100000 at 500 kills)   lost ${result.lost}   twice ${result.doubled}   gaps ${result.gaps}   written but untold ${result.untold}`,
)
console.log(
  `  kills ${kills}   other node serves after at most ${result.otherServesMs} ms (1000), everybody after ${result.everybodyServedMs} ms   single node back after ${result.singleBackMs} ms (5000)`,
)
