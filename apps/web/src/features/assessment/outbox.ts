import { createStore } from 'zustand/vanilla'
import { openQueue } from '#core/unsaved/queue.ts'
import {
  acknowledge,
  follow,
  insist,
  nextToSend,
  refuse,
  withdraw,
  type Acknowledgement,
  type Arrival,
  type Change,
} from './outbox-change.ts'
import type { Deliver, Outcome } from './outbox-delivery.ts'
import { A_BLINK, NOTHING_SAVED, type OutboxState, withAnswer } from './outbox-state.ts'

// The specification, section 9: from 1 s doubling to 30 s.
const FIRST_WAIT = 1000
const LONGEST_WAIT = 30_000

type Without<T> = T extends Change ? Omit<T, 'key' | 'owner' | 'chosenAt'> : never
export type Draft = Without<Change>

export type Outbox = ReturnType<typeof createOutbox>

interface Message {
  phase: OutboxState['phase']
  answer?: { assessmentId: number; chosenAt: string; answer: Acknowledgement; arrival?: Arrival }
}

interface Means {
  owner: string
  deliver: Deliver
  /** Changes are sent only in their owner's session. */
  isOwnersSession: () => boolean
}

/** Stores changes on the device until the server acknowledges them, and sends them in order. */
export function createOutbox({ owner, deliver, isOwnersSession }: Means) {
  const opening = openQueue<Change>(owner)
  const tabs = new BroadcastChannel(`waymark-outbox ${owner}`)
  const state = createStore<OutboxState>(() => ({
    changes: [],
    saved: NOTHING_SAVED,
    phase: 'resting',
    isHeldBack: false,
    isLoaded: false,
  }))
  let unwritten: Change[] = []
  let arrival: Arrival | undefined
  let failures = 0
  let isQueued = false
  let timer: ReturnType<typeof setTimeout> | undefined

  tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    state.setState({ phase: data.phase })
    if (data.answer) applyAnswer(data.answer)
    void reload()
  })

  /** Rejects if the browser can't store the change, which is then undone. */
  async function add(draft: Draft) {
    const chosenAt = new Date().toISOString()
    const change = { ...draft, key: crypto.randomUUID(), owner, chosenAt } as Change
    unwritten = [...unwritten, change]
    state.setState(({ changes }) => ({ changes: [...changes, change] }))
    try {
      await (await opening).add(change)
    } finally {
      unwritten = unwritten.filter((other) => other !== change)
      await reload()
    }
    broadcast()
    kick()
  }

  // Only one tab sends at a time; the others wait for the lock.
  function kick() {
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
      if (next === undefined) return enter('resting')
      const change = arrival ? follow(next, arrival) : next
      if (!isOwnersSession()) return enter('waiting')
      if (failures === 0) enter(isBehind() ? 'catching-up' : 'sending')
      const outcome = await deliver(change)
      const isHeldBack = outcome.kind === 'unreachable' && outcome.isDemanded === true
      state.setState({ isHeldBack })
      if (outcome.kind === 'unreachable' || !isOwnersSession()) return waitAndRepeat()
      failures = 0
      await settle(change, outcome)
    }
  }

  function isBehind() {
    const { phase } = state.getState()
    return phase === 'waiting' || phase === 'catching-up'
  }

  function waitAndRepeat() {
    enter('waiting')
    const wait = Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT)
    failures += 1
    timer = setTimeout(kick, wait)
  }

  async function settle(change: Change, outcome: Exclude<Outcome, { kind: 'unreachable' }>) {
    if (outcome.kind === 'refused') {
      await edit((changes) => refuse(changes, change, outcome.refusal))
      return
    }
    const { assessmentId, chosenAt } = change
    const { answer } = outcome
    const news = { assessmentId, chosenAt, answer, arrival: { sent: change, answer } }
    applyAnswer(news)
    await edit((changes) => acknowledge(changes, change, answer))
    broadcast(news)
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

  function applyAnswer({ assessmentId, answer, chosenAt, ...news }: Required<Message>['answer']) {
    arrival = news.arrival ?? arrival
    const isLate = Date.now() - Date.parse(chosenAt) > A_BLINK
    state.setState(({ saved }) => ({ saved: withAnswer(saved, { assessmentId, answer, isLate }) }))
  }

  function enter(phase: OutboxState['phase']) {
    if (phase === 'resting') failures = 0
    if (state.getState().phase === phase) return
    state.setState({ phase })
    broadcast()
  }

  function broadcast(answer?: Message['answer']) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    tabs.postMessage({ phase: state.getState().phase, ...(answer && { answer }) })
  }

  async function decide(change: (changes: Change[]) => Change[]) {
    await edit(change)
    kick()
  }

  /** Takes over the server's version, so that the next change doesn't meet the same conflict. */
  async function giveUp(refused: Change) {
    const { conflict, note } = refused.refusal ?? {}
    const { assessmentId, chosenAt } = refused
    await decide((all) => withdraw(all, refused))
    if (!conflict && !note) return
    const saved = { assessmentId, chosenAt, answer: { ...conflict, ...(note && { note }) } }
    applyAnswer(saved)
    broadcast(saved)
  }

  /** Resolves to true once all changes are sent, to false on a refusal or an abort. */
  function untilSent(assessmentId: number, signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const look = ({ changes }: OutboxState) => {
      const own = changes.filter((change) => change.assessmentId === assessmentId)
      if (own.length === 0) resolve(true)
      if (own.some((change) => change.refusal)) resolve(false)
    }
    const stop = state.subscribe(look)
    signal.addEventListener('abort', () => resolve(false), { once: true })
    look(state.getState())
    return promise.finally(stop)
  }

  void reload()
  return {
    state,
    add,
    kick,
    sendAgain: (refused: Change) =>
      decide((all) => insist(all, refused, () => crypto.randomUUID())),
    giveUp,
    untilSent,
    count: async () => (await (await opening).all()).length,
  }
}
