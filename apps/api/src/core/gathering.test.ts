import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openGathering } from './gathering.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('calls of an organisation begin together, a second after the first', async () => {
  const gathering = openGathering()
  const begun: string[] = []
  const call = (tenantId: number, name: string) =>
    void gathering(tenantId).then(() => begun.push(name))
  call(1, 'first')
  await vi.advanceTimersByTimeAsync(600)
  call(1, 'second')
  call(2, 'of another organisation')
  await vi.advanceTimersByTimeAsync(399)
  expect(begun).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['first', 'second'])
  call(1, 'of the next second')
  await vi.advanceTimersByTimeAsync(999)
  expect(begun).toEqual(['first', 'second', 'of another organisation'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['first', 'second', 'of another organisation', 'of the next second'])
})
