import { createStore } from 'zustand/vanilla'
import { type ApiError, hasCode, isBusy } from '#core/api-error.ts'
import { inTurn } from '#core/in-turn.ts'
import { retryDelay } from '#core/retry-delay.ts'
import { openQueue } from '#core/unsaved/queue.ts'
import {
  acknowledge,
  rebaseOnAcknowledged,
  retryRefused,
  nextToSend,
  refuse,
  discardRefused,
  isSendable,
  waitForPair,
  type Acknowledgement,
  type AcknowledgedChange,
  type Change,
} from './outbox-change.ts'
import type { Deliver, Outcome } from './outbox-delivery.ts'
import {
  PROGRESS_DELAY,
  NOTHING_SAVED,
  type OutboxState,
  withOthers,
  withSaved,
} from './outbox-state.ts'

type Unqueued<T> = T extends Change ? Omit<T, 'key' | 'owner' | 'chosenAt'> : never
export type NewChange = Unqueued<Change>

export type Outbox = ReturnType<typeof createOutbox>

interface Message {
  phase: OutboxState['phase']
  isBusy: boolean
  isClosed: boolean
  answer?: {
    assessmentId: number
    chosenAt: string
    answer: Acknowledgement
    acknowledged?: AcknowledgedChange
  }
}

/** Milliseconds that signing out waits for the last answer. */
const SETTLE_TIME = 2000

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
    isClosed: false,
    isLoaded: false,
  }))
  let unwritten: Change[] = []
  let writing: Promise<unknown> = Promise.resolve()
  let lastAcknowledged: AcknowledgedChange | undefined
  let failures = 0
  let isQueued = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Nothing waits for a second choice until everything is sent. */
  let isHurried = false

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const { phase, isBusy: isRefusing, isClosed } = data
    state.setState({ phase, isBusy: isRefusing, isClosed })
    if (data.answer) applyAnswer(data.answer)
    void reload()
  })

  /** Rejects if the browser can't store the change, which is then undone. */
  async function add(input: NewChange) {
    const chosenAt = new Date().toISOString()
    const change = { ...input, key: crypto.randomUUID(), owner, chosenAt } as Change
    unwritten = [...unwritten, change]
    state.setState(({ changes }) => ({ changes: [...changes, change] }))
    const written = opening.then((queue) => queue.add(change))
    writing = Promise.allSettled([writing, written])
    try {
      await written
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
    const turn = inTurn(`waymark-outbox ${owner}`, async () => {
      isQueued = false
      await drain()
    })
    turn.catch((error: unknown) => {
      isQueued = false
      throw error
    })
  }

  /** Sends a lone response, too, but not before another one that is being stored. */
  function hurry() {
    void sendAfter(writing)
  }

  async function sendAfter(written: Promise<unknown>) {
    await written
    isHurried = true
    flush()
  }

  async function drain() {
    for (;;) {
      const sent = await takeNext()
      if (sent.length === 0) return setPhase('idle')
      if (!isOwnersSession()) return setPhase('waiting')
      if (failures === 0) setPhase(isRetrying() ? 'catching-up' : 'sending')
      const outcome = await deliver(sent)
      showFailure(outcome)
      if (outcome.kind === 'unreachable') return scheduleRetry(outcome.error)
      if (!isOwnersSession()) return scheduleRetry()
      failures = 0
      await applyOutcome(sent, outcome)
    }
  }

  /** Nothing, if all is sent or a lone response waits for the other one. */
  async function takeNext() {
    const queued = await (await opening).all()
    const next = nextToSend(queued)
    if (next.length === 0) isHurried = false
    const wait = isHurried ? 0 : waitForPair(queued, Date.now())
    if (wait === 0) return next.map(rebased)
    timer = setTimeout(flush, wait)
    return []
  }

  function rebased(change: Change) {
    return lastAcknowledged ? rebaseOnAcknowledged(change, lastAcknowledged) : change
  }

  /** A closing page waits neither for its turn nor for the database. A repeated save has no second effect. */
  function sendOnLeaving() {
    const { changes } = state.getState()
    const next = nextToSend(changes).map(rebased)
    if (next.length > 0 && isOwnersSession()) void deliver(next, true)
  }

  function showFailure(outcome: Outcome) {
    const { isBlocked = false, error } = outcome.kind === 'unreachable' ? outcome : {}
    const isClosed = hasCode(error, 'maintenance')
    state.setState({ isBlocked, isBusy: isBusy(error), isClosed })
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

  async function applyOutcome(sent: Change[], outcome: Exclude<Outcome, { kind: 'unreachable' }>) {
    const change = sent.at(-1)
    if (!change) return
    if (outcome.kind === 'refused') {
      await edit((changes) => refuse(changes, change, outcome.refusal))
      return
    }
    const { assessmentId, chosenAt } = change
    const { answer } = outcome
    const message = { assessmentId, chosenAt, answer, acknowledged: { sent, answer } }
    applyAnswer(message)
    await edit((changes) => acknowledge(changes, sent, answer))
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
    const { phase, isBusy: isRefusing, isClosed } = state.getState()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel.postMessage({ phase, isBusy: isRefusing, isClosed, ...(answer && { answer }) })
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
    hurry()
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

  /** Resolves once everything is sent that can be, or the server can't be reached. */
  async function settle() {
    hurry()
    const { promise, resolve } = Promise.withResolvers<void>()
    const check = ({ changes, phase }: OutboxState) => {
      if (phase === 'waiting' || !changes.some((one) => isSendable(one, changes))) resolve()
    }
    const unsubscribe = state.subscribe(check)
    const limit = setTimeout(resolve, SETTLE_TIME)
    check(state.getState())
    await promise
    clearTimeout(limit)
    unsubscribe()
  }

  void reload()
  return {
    state,
    add,
    flush,
    hurry,
    sendOnLeaving,
    settle,
    retry: (refused: Change) =>
      resolveRefusal((all) => retryRefused(all, refused, () => crypto.randomUUID())),
    discard,
    /** Values that others saved. */
    takeOver: (assessmentId: number, values: Parameters<typeof withOthers>[2]) =>
      state.setState(({ saved }) => ({ saved: withOthers(saved, assessmentId, values) })),
    waitUntilSent,
    count: async () => (await (await opening).all()).length,
  }
}
