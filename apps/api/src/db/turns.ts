import { randomInt } from 'node:crypto'

/** For whom work is done. Organisations take turns; a call without a user counts for its organisation alone. */
export type Caller = {
  group: number | string
  user?: number | string | undefined
  /** The assessment that it changes, whose lock it may wait for. */
  assessment?: string | undefined
  /** Whether no one waits for the answer any more, because the client has left. */
  hasLeft?: (() => boolean) | undefined
  /** Milliseconds that it waits at most, if not as long as the others. */
  patience?: number | undefined
}

/** Too much work is waiting, so the call is refused before it starts. */
export class Busy extends Error {
  override name = 'Busy'
  readonly code = 'BUSY'
  /** Seconds, different for each refusal, so that clients don't come back together. */
  readonly retryAfter: number

  constructor(waiting: number) {
    super('Too many calls are waiting.')
    const steps = Math.min(7, Math.floor(waiting / 50))
    this.retryAfter = 1 + steps + randomInt(3)
  }
}

export type TurnLimits = {
  /** Calls that run at the same time. */
  most: number
  mostOfGroup?: number
  /** Of one user, and of one assessment. */
  mostOfOne?: number
  /** Calls of one user that wait. */
  mostWaiting?: number
  /** Milliseconds that a call waits at most. */
  patience: number
  /** Milliseconds. While a call of an organisation has waited longer for others, its new calls are refused. */
  tolerance: number
}

export type Turns = {
  /** Runs `work` in the caller's turn. Throws `Busy` if that takes too long or the caller has left. */
  run: <T>(caller: Caller, work: () => Promise<T>) => Promise<T>
  /** Throws `Busy` if a new call of this organisation would wait too long. */
  refuseLate: (group: Caller['group']) => void
  /** How many calls wait, and how long the oldest one has waited for others. */
  state: () => { waiting: number; oldestMs: number }
}

type Waiting = { caller: Caller; since: number; start: () => void; refuse: () => void }

/** Shares something scarce: organisations by turns, and no user or assessment more than its part. */
export function openTurns(limits: TurnLimits): Turns {
  const { most, mostOfGroup = most, mostOfOne = most, mostWaiting = Infinity } = limits
  // In the order of the turns: a group that was served goes to the end.
  const queues = new Map<Caller['group'], Waiting[]>()
  const ofGroup = new Map<Caller['group'], number>()
  const ofOne = new Map<string, number>()
  let [running, waiting] = [0, 0]

  async function run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    if (mayStart(caller)) count(caller, 1)
    else await wait(caller)
    try {
      return await work()
    } finally {
      count(caller, -1)
      startNext()
    }
  }

  function mayStart(caller: Caller): boolean {
    return running < most && (ofGroup.get(caller.group) ?? 0) < mostOfGroup && !isAtLimit(caller)
  }

  function isAtLimit(caller: Caller) {
    return onesOf(caller).some((one) => (ofOne.get(one) ?? 0) >= mostOfOne)
  }

  function count(caller: Caller, by: 1 | -1) {
    running += by
    add(ofGroup, caller.group, by)
    for (const one of onesOf(caller)) add(ofOne, one, by)
  }

  function wait(caller: Caller): Promise<void> {
    const queue = queues.get(caller.group) ?? []
    const own = queue.filter(({ caller: { user } }) => user !== undefined && user === caller.user)
    if (own.length >= mostWaiting) throw new Busy(waiting)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        leave(entry)
        entry.refuse()
      }, caller.patience ?? limits.patience)
      const entry: Waiting = {
        caller,
        since: performance.now(),
        start: () => {
          clearTimeout(timer)
          resolve()
        },
        refuse: () => {
          clearTimeout(timer)
          reject(new Busy(waiting))
        },
      }
      queue.push(entry)
      waiting += 1
      queues.set(caller.group, queue)
    })
  }

  function leave(entry: Waiting) {
    const { group } = entry.caller
    const queue = queues.get(group)?.filter((other) => other !== entry) ?? []
    waiting -= 1
    // At the end of the order.
    queues.delete(group)
    if (queue.length > 0) queues.set(group, queue)
  }

  function startNext() {
    for (let next = nextToStart(); next; next = nextToStart()) {
      leave(next)
      if (next.caller.hasLeft?.()) next.refuse()
      else {
        count(next.caller, 1)
        next.start()
      }
    }
  }

  function nextToStart(): Waiting | undefined {
    if (running >= most) return undefined
    for (const queue of queues.values()) {
      const found = queue.find(({ caller }) => mayStart(caller))
      if (found) return found
    }
    return undefined
  }

  /** Calls that wait for others of the same user or assessment don't count. */
  function ageOf(queue: readonly Waiting[] = []): number {
    const first = queue.find(({ caller }) => !isAtLimit(caller))
    return first ? performance.now() - first.since : 0
  }

  return {
    run,
    refuseLate: (group) => {
      if (ageOf(queues.get(group)) > limits.tolerance) throw new Busy(waiting)
    },
    state: () => ({ waiting, oldestMs: Math.max(0, ...[...queues.values()].map(ageOf)) }),
  }
}

function onesOf({ user, assessment }: Caller): string[] {
  return [
    ...(user === undefined ? [] : [`user ${user}`]),
    ...(assessment === undefined ? [] : [`assessment ${assessment}`]),
  ]
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number) {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
