import { type Fault, buildFaulty, draw } from './web-faults.ts'
import { KINDS } from './web-kinds.ts'
import { type Reached, noticedByBrowserTest, noticedByUnitTest, readReached } from './web-tests.ts'

const COUNT = 40
const GOAL = 36

/** Draws faults from the web of this copy, and prints which test of the web notices each. */
export async function runWeb(copy: string, seed: string): Promise<boolean> {
  const started = performance.now()
  const faults = await buildFaulty(copy)
  console.log(`\n── ${COUNT} of ${faults.length} of the web, --seed ${seed}`)
  for (const [kind, patterns] of Object.entries(KINDS)) {
    const ofKind = faults.filter((fault) => fault.kind === kind)
    console.log(`${kind} (${ofKind.length}): ${patterns.join(' ')}`)
  }
  const reached = readReached(copy)
  const noticed = draw(faults, seed, COUNT).filter((fault, index) =>
    isNoticed(copy, fault, index + 1, reached),
  ).length
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`\n${noticed} of ${COUNT} noticed, goal ${GOAL}, ${seconds} s`)
  return noticed >= GOAL
}

function isNoticed(copy: string, fault: Fault, number: number, reached: Reached): boolean {
  const tests = reached.get(fault.id) ?? new Set()
  const by = noticedByUnitTest(copy, fault) ?? noticedByBrowserTest(copy, fault, tests)
  console.log(`\n${number}. ${fault.kind}: ${fault.file}:${fault.line}`)
  console.log(`    ${fault.before.slice(0, 200)}\n  → ${fault.after.slice(0, 200)}`)
  console.log(by === undefined ? `    SURVIVED ${tests.size} browser tests` : `    ${by}`)
  return by !== undefined
}
