import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { ApiError } from '#core/errors.ts'
import { queueHashing, refuseWhenBusy } from './password.ts'

test('beyond two seconds of work sign-ins are refused straight away, and the others all get their turn', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let [running, most] = [0, 0]
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await held
    running -= 1
  }
  const wanted = Array.from({ length: 500 }, () => queueHashing(work))
  expect(refuseWhenBusy).toThrow(ApiError)
  release()
  const results = await Promise.allSettled(wanted)
  const refused = results.filter((result) => result.status === 'rejected')
  const parallel = Math.min(3, Math.max(1, availableParallelism() - 1))
  expect([most, refused.length]).toEqual([parallel, 500 - 61 * parallel])
  for (const { reason } of refused)
    expect(reason).toMatchObject({ code: 'busy', extra: { retryAfter: 2 } })
  expect(refuseWhenBusy).not.toThrow()
})

test('work that fails makes room for the next', async () => {
  const failed = Array.from({ length: 10 }, () =>
    queueHashing(() => Promise.reject(new Error('no'))).catch(() => 'failed'),
  )
  expect(new Set(await Promise.all(failed))).toEqual(new Set(['failed']))
  expect(await queueHashing(async () => 'done')).toBe('done')
})
