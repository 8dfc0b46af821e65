import { createStore } from 'zustand/vanilla'
import { type ApiError, hasCode } from '#core/api-error.ts'
import { retryDelay } from '#core/retry-delay.ts'
import { openQueue } from '#core/unsaved/queue.ts'
import {
  acknowledge,
  rebaseOnAcknowledged,
  retryRefused,
  nextToSend,
  refuse,
  discardRefused,
  type Acknowledgement,
  type AcknowledgedChange,
  type Change,
} from './outbox-change.ts'
import type { Deliver, Outcome } from './outbox-delivery.ts'
import { PROGRESS_DELAY, NOTHING_SAVED, type OutboxState, withSaved } from './outbox-state.ts'

type Unqueued<T> = T extends Change ? Omit<T, 'key' | 'owner' | 'chosenAt'> : never
export type NewChange = Unqueued<Change>

export type Outbox = ReturnType<typeof createOutbox>

interface Message {
  phase: OutboxState['phase']
  isBusy: boolean
  answer?: {
    assessmentId: number
    chosenAt: string
    answer: Acknowledgement
    acknowledged?: AcknowledgedChange
  }
}

interface OutboxOptions {
  owner: string
  deliver: Deliver
  /** Changes are sent only in their owner's session. */
  isOwnersSession: () => boolean
}

/** Stores changes on the device until the server acknowledges them, and sends them in order. */
export function createOutbox({ owner, deliver, isOwnersSession }: OutboxOptions) {
  const opening = openQueue<Change>(owner)
  const channel = new BroadcastChannel(`waymark-outbox ${owner}`)
  const state = createStore<OutboxState>(() => ({
    changes: [],
    saved: NOTHING_SAVED,
    phase: 'idle',
    isBlocked: false,
    isBusy: false,
    isLoaded: false,
  }))
  let unwritten: Change[] = []
  let lastAcknowledged: AcknowledgedChange | undefined
  let failures = 0
  let isQueued = false
  let timer: ReturnType<typeof setTimeout> | undefined

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    state.setState({ phase: data.phase, isBusy: data.isBusy })
    if (data.answer) applyAnswer(data.answer)
    void reload()
  })

  /** Rejects if the browser can't store the change, which is then undone. */
  async function add(input: NewChange) {
    const chosenAt = new Date().toISOString()
    const change = { ...input, key: crypto.randomUUID(), owner, chosenAt } as Change
    unwritten = [...unwritten, change]
    state.setState(({ changes }) => ({ changes: [...changes, change] }))
    try {
      await (await opening).add(change)
    } finally {
      unwritten = unwritten.filter((other) => other !== change)
      await reload()
    }
    broadcast()
    flush()
  }

  // Only one tab sends at a time; the others wait for the lock.
  function flush() {
    clearTimeout(timer)
    if (isQueued) return
    isQueued = true
    void navigator.locks.request(`waymark-outbox ${owner}`, async () => {
      isQueued = false
      await drain()
    })
  }

  async function drain() {
    for (;;) {
      const next = nextToSend(await (await opening).all())
      if (next === undefined) return setPhase('idle')
      const change = lastAcknowledged ? rebaseOnAcknowledged(next, lastAcknowledged) : next
      if (!isOwnersSession()) return setPhase('waiting')
      if (failures === 0) setPhase(isRetrying() ? 'catching-up' : 'sending')
      const outcome = await deliver(change)
      showFailure(outcome)
      if (outcome.kind === 'unreachable') return scheduleRetry(outcome.error)
      if (!isOwnersSession()) return scheduleRetry()
      failures = 0
      await applyOutcome(change, outcome)
    }
  }

  function showFailure(outcome: Outcome) {
    const { isBlocked = false, error } = outcome.kind === 'unreachable' ? outcome : {}
    state.setState({ isBlocked, isBusy: hasCode(error, 'busy') })
  }

  function isRetrying() {
    const { phase } = state.getState()
    return phase === 'waiting' || phase === 'catching-up'
  }

  function scheduleRetry(error?: ApiError) {
    setPhase('waiting')
    timer = setTimeout(flush, retryDelay(failures, error))
    failures += 1
  }

  async function applyOutcome(change: Change, outcome: Exclude<Outcome, { kind: 'unreachable' }>) {
    if (outcome.kind === 'refused') {
      await edit((changes) => refuse(changes, change, outcome.refusal))
      return
    }
    const { assessmentId, chosenAt } = change
    const { answer } = outcome
    const message = { assessmentId, chosenAt, answer, acknowledged: { sent: change, answer } }
    applyAnswer(message)
    await edit((changes) => acknowledge(changes, change, answer))
    broadcast(message)
  }

  async function edit(change: (changes: Change[]) => Change[]) {
    await (await opening).edit(change)
    await reload()
    broadcast()
  }

  async function reload() {
    const queued = await (await opening).all()
    const written = new Set(queued.map(({ key }) => key))
    const inMemory = unwritten.filter(({ key }) => !written.has(key))
    state.setState({ changes: [...queued, ...inMemory], isLoaded: true })
  }

  function applyAnswer({
    assessmentId,
    answer,
    chosenAt,
    acknowledged,
  }: Required<Message>['answer']) {
    lastAcknowledged = acknowledged ?? lastAcknowledged
    const isLate = Date.now() - Date.parse(chosenAt) > PROGRESS_DELAY
    state.setState(({ saved }) => ({ saved: withSaved(saved, { assessmentId, answer, isLate }) }))
  }

  function setPhase(phase: OutboxState['phase']) {
    if (phase === 'idle') failures = 0
    if (state.getState().phase === phase) return
    state.setState({ phase })
    broadcast()
  }

  function broadcast(answer?: Message['answer']) {
    const { phase, isBusy } = state.getState()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel.postMessage({ phase, isBusy, ...(answer && { answer }) })
  }

  async function resolveRefusal(change: (changes: Change[]) => Change[]) {
    await edit(change)
    flush()
  }

  /** Takes over the server's version, so that the next change doesn't meet the same conflict. */
  async function discard(refused: Change) {
    const { conflict, note } = refused.refusal ?? {}
    const { assessmentId, chosenAt } = refused
    await resolveRefusal((all) => discardRefused(all, refused))
    if (!conflict && !note) return
    const saved = { assessmentId, chosenAt, answer: { ...conflict, ...(note && { note }) } }
    applyAnswer(saved)
    broadcast(saved)
  }

  /** Resolves to true once all changes are sent, to false on a refusal or an abort. */
  function waitUntilSent(assessmentId: number, signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const check = ({ changes }: OutboxState) => {
      const own = changes.filter((change) => change.assessmentId === assessmentId)
      if (own.length === 0) resolve(true)
      if (own.some((change) => change.refusal)) resolve(false)
    }
    const unsubscribe = state.subscribe(check)
    signal.addEventListener('abort', () => resolve(false), { once: true })
    check(state.getState())
    return promise.finally(unsubscribe)
  }

  void reload()
  return {
    state,
    add,
    flush,
    retry: (refused: Change) =>
      resolveRefusal((all) => retryRefused(all, refused, () => crypto.randomUUID())),
    discard,
    waitUntilSent,
    count: async () => (await (await opening).all()).length,
  }
}
