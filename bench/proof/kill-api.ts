import { setTimeout as sleep } from 'node:timers/promises'
import { checkHistory } from './check-history.ts'
import { type Saving, startSaving } from './saving.ts'
import { type World, startWorld } from './world.ts'

/** A node is killed so long after it is there again, at most. */
const SOON_MS = 500

type Wish = { kills: number; people: number; pauseMs: number }

/** Two nodes serve; one after the other is killed with SIGKILL while people save, at last both at once. */
export async function killApi({ kills, people, pauseMs }: Wish) {
  const world = await startWorld({ people, nodes: 2 })
  try {
    const saving = startSaving(world.people, world.ports, pauseMs)
    const killed = await killInTurn(world, kills)
    const single = await killAll(world, saving)
    await saving.stop()
    const backs = killed.map((moment) => saving.backAfter(moment))
    return {
      ...(await checkHistory(world.database.url(), saving.saved)),
      kills,
      unanswered: saving.unanswered(),
      otherServesMs: Math.round(Math.max(...backs.map(({ first }) => first))),
      everybodyServedMs: Math.round(Math.max(...backs.map(({ last }) => last))),
      singleBackMs: Math.round(saving.backAfter(single).first),
    }
  } finally {
    await world.close()
  }
}

async function killInTurn({ nodes }: World, kills: number): Promise<number[]> {
  const moments: number[] = []
  for (let n = 0; n < kills; n += 1) {
    const node = nodes[n % nodes.length]
    await sleep(Math.random() * SOON_MS)
    moments.push(performance.now())
    await node?.kill()
    await node?.start()
  }
  return moments
}

/** Both are killed and one is started: the moment of it. */
async function killAll({ nodes }: World, saving: Saving): Promise<number> {
  await Promise.all(nodes.map((node) => node.kill()))
  const moment = performance.now()
  await nodes[0]?.start()
  await saving.untilBack(moment)
  return moment
}
