import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, showToast, updateToast, useToast } from './toast.ts'

const current = () => useToast.getState().toast

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('there is one toast at a time, and a new one replaces the old', () => {
  showToast({ title: 'First' })
  const second = showToast({ title: 'Second', variant: 'destructive' })
  expect(current()).toMatchObject({
    id: second,
    title: 'Second',
    variant: 'destructive',
    open: true,
  })
})

test('a dismissed toast closes immediately and is removed after 100000 ms', () => {
  const id = showToast({ title: 'Saved' })
  dismissToast(id)
  expect(current()).toMatchObject({ id, open: false })
  vi.advanceTimersByTime(99_999)
  expect(current()).toMatchObject({ id })
  vi.advanceTimersByTime(1)
  expect(current()).toBeNull()
})

test('a toast is updated and dismissed by its id, and no other is touched', () => {
  const old = showToast({ title: 'Old' })
  const id = showToast({ title: 'Sending' })
  updateToast(old, { title: 'Wrong' })
  dismissToast(old)
  updateToast(id, { title: 'Sent', variant: 'success' })
  expect(current()).toMatchObject({ id, title: 'Sent', variant: 'success', open: true })
  vi.advanceTimersByTime(100_000)
  expect(current()).toMatchObject({ id })
})
