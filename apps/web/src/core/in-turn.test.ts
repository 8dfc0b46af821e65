import { expect, test, vi } from 'vitest'
import { inTurn } from './in-turn.ts'

const ended = () => new DOMException('The browsing context is going away', 'AbortError')
const request = vi.spyOn(navigator.locks, 'request')

test('a page whose wait the browser ends waits again', async () => {
  request.mockRejectedValueOnce(ended()).mockRejectedValueOnce(ended())
  expect(await inTurn('work', async (lock) => lock?.name)).toBe('work')
})

test('work whose lock the browser takes away is done once, and answers', async () => {
  let isLate = false
  const answer = inTurn('work', async () => {
    expect(isLate).toBe(false)
    await navigator.locks.request('work', { steal: true }, () => (isLate = true))
    return 'done'
  })
  expect(await answer).toBe('done')
})

test('work that fails is not tried again', async () => {
  const work = vi.fn<() => Promise<never>>().mockRejectedValue(ended())
  await expect(inTurn('work', work)).rejects.toThrow('going away')
  expect(work).toHaveBeenCalledOnce()
})
