import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openGathering } from './gathering.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('calls of an organisation begin together, a second after the first', async () => {
  const gathering = openGathering()
  const started: string[] = []
  const call = (tenantId: number, name: string) =>
    void gathering(tenantId).then(() => started.push(name))
  call(1, 'first')
  await vi.advanceTimersByTimeAsync(600)
  call(1, 'second')
  call(2, 'of another organisation')
  await vi.advanceTimersByTimeAsync(399)
  expect(started).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toEqual(['first', 'second'])
  call(1, 'of the next second')
  await vi.advanceTimersByTimeAsync(999)
  expect(started).toEqual(['first', 'second', 'of another organisation'])
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toEqual(['first', 'second', 'of another organisation', 'of the next second'])
})
