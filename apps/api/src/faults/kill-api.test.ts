import { expect, test } from 'vitest'
import { killApi } from './kill-api.ts'

/** G10 asks for 500 in full: `node bench/kill-api.ts`. */
const KILLS = 20

test('nodes killed while people save: what was said to be saved is there once, and the other node serves on', async () => {
  const result = await killApi({ kills: KILLS, people: 4, pauseMs: 10 })
  console.info(`kill-api: ${JSON.stringify(result)}`)
  expect(result).toMatchObject({ lost: 0, doubled: 0, untold: 0, gaps: 0 })
  expect(result.acknowledged).toBeGreaterThan(KILLS)
  expect(result.otherServesMs).toBeLessThan(1000)
  expect(result.singleBackMs).toBeLessThan(5000)
}, 300_000)
