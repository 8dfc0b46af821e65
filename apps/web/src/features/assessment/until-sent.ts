import type { StoreApi } from 'zustand/vanilla'
import type { OutboxState } from './outbox-state.ts'

export function untilSent(
  outbox: StoreApi<OutboxState>,
  assessmentId: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const look = ({ changes }: OutboxState) => {
    const own = changes.filter((change) => change.assessmentId === assessmentId)
    if (own.length === 0) resolve(true)
    if (own.some((change) => change.refusal)) resolve(false)
  }
  const stop = outbox.subscribe(look)
  signal.addEventListener('abort', () => resolve(false), { once: true })
  look(outbox.getState())
  return promise.finally(stop)
}
