import { afterAll, vi } from 'vitest'

// The files share a worker: the next one must not meet what this one put in the browser's place.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
