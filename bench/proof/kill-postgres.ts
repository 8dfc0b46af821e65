import { setTimeout as sleep } from 'node:timers/promises'
import { checkHistory } from './check-history.ts'
import { type Saving, startSaving } from './saving.ts'
import { type World, startWorld } from './world.ts'

/** The postmaster is killed with SIGKILL so many times while people save. */
export async function crashPostgres({ crashes, people }: { crashes: number; people: number }) {
  const world = await startWorld({ people })
  return await watch(world, async (saving) => {
    const moments: number[] = []
    for (let n = 0; n < crashes; n += 1) {
      await sleep(300 + Math.random() * 700)
      const moment = await world.database.crash()
      moments.push(moment)
      await saving.untilBack(moment)
    }
    return moments
  })
}

/** The database is stopped in order for a while: its port refuses connections. */
export async function stopPostgres({ stopMs, people }: { stopMs: number; people: number }) {
  const world = await startWorld({ people, throughProxy: true })
  const { database, proxy } = world
  return await watch(world, async (saving) => {
    await sleep(500)
    await proxy.close()
    await database.stop()
    await sleep(stopMs)
    await database.start()
    await proxy.open(database.port())
    const moment = performance.now()
    await saving.untilBack(moment)
    return [moment]
  })
}

/** People save while the database comes and goes; `fault` tells the moments at which it accepted again. */
async function watch(world: World, fault: (saving: Saving) => Promise<number[]>) {
  const [node] = world.nodes
  const pid = node?.pid()
  try {
    const saving = startSaving(world.people, world.ports)
    const moments = await fault(saving)
    await saving.stop()
    const { attempts } = saving
    const refused = attempts.filter(({ status }) => status === 503)
    return {
      ...(await checkHistory(world.database.url(), saving.saved)),
      refused: refused.length,
      withoutRetryAfter: refused.filter(({ retryAfter }) => retryAfter === undefined).length,
      unanswered: saving.unanswered(),
      slowestMs: Math.round(Math.max(...attempts.map(({ milliseconds }) => milliseconds))),
      backMs: moments.map((moment) => Math.round(saving.backAfter(moment).first)),
      isSameProcess: pid !== undefined && node?.pid() === pid,
    }
  } finally {
    await world.close()
  }
}
