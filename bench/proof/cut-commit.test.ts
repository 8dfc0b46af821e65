import { expect, test } from 'vitest'
import { cutCommit } from './cut-commit.ts'

const ROUNDS = 200

test('a connection cut anywhere in a save: repeated with the same key, it is saved once and never falsely confirmed', async () => {
  const results = await cutCommit({ rounds: ROUNDS })
  console.info(results.map((result) => `cut-commit: ${JSON.stringify(result)}`).join('\n'))
  expect(results).toHaveLength(6)
  for (const result of results) {
    expect(result).toMatchObject({
      cuts: ROUNDS,
      falselyConfirmed: 0,
      elsewhere: 0,
      lost: 0,
      doubled: 0,
      untold: 0,
      gaps: 0,
    })
  }
}, 1_800_000)
