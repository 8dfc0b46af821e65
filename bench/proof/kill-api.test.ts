import { expect, test } from 'vitest'
import { killApi } from './kill-api.ts'

const KILLS = 500

test('nodes killed while people save: what was said to be saved is there once, and the other node serves on', async () => {
  const result = await killApi({ kills: KILLS, people: 8, pauseMs: 0 })
  console.info(`kill-api: ${JSON.stringify(result)}`)
  expect(result).toMatchObject({ lost: 0, doubled: 0, untold: 0, gaps: 0 })
  expect(result.acknowledged).toBeGreaterThan(KILLS)
  expect(result.otherServesMs).toBeLessThan(1000)
  expect(result.singleBackMs).toBeLessThan(5000)
}, 3_600_000)
