import { expect } from 'vitest'

export type Input = {
  name: string
  /** What is given, at its maximum and in its worst shape. */
  size: string
  work: () => unknown
}

export type Measured = { name: string; size: string; total: number; block: number }

/** Milliseconds that other requests would wait. */
const LIMIT = 50

/** The best of several runs, because the machine does other things too. */
const RUNS = 3

/** How long the work takes, and how long it holds up everything else in this thread. */
export async function measure({ name, size, work }: Input): Promise<Measured> {
  const all: { total: number; block: number }[] = []
  while (all.length < RUNS && (all.at(-1)?.block ?? LIMIT + 1) > LIMIT) all.push(await once(work))
  const [best = { total: 0, block: 0 }] = all.toSorted((one, other) => one.block - other.block)
  return { name, size, ...best }
}

async function once(work: () => unknown) {
  let block = 0
  let isOver = false
  let last = busyTime()
  const look = () => {
    const now = busyTime()
    block = Math.max(block, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  await new Promise<void>((resolve) => void setImmediate(resolve))
  look()
  const started = performance.now()
  await work()
  const total = performance.now() - started
  await new Promise<void>((resolve) => void setImmediate(resolve))
  isOver = true
  look()
  return { total, block }
}

/** Milliseconds that this thread has worked. Waiting for a processor doesn't count. */
function busyTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export function printTable(title: string, rows: readonly Measured[]): void {
  const lines = rows.map(
    ({ name, size, total, block }) =>
      `${name.padEnd(52)} ${size.padEnd(34)} ${ms(total)} ${ms(block)}`,
  )
  const head = `${title.padEnd(52)} ${'size'.padEnd(34)} ${'ms'.padStart(9)} ${'main'.padStart(9)}`
  console.info([head, ...lines].join('\n'))
}

function ms(value: number): string {
  return value.toFixed(1).padStart(9)
}

export function expectShort(rows: readonly Measured[]): void {
  const long = rows.filter(({ block }) => block > LIMIT)
  expect(long.map(({ name, size, block }) => `${name}, ${size}: ${Math.round(block)} ms`)).toEqual(
    [],
  )
}
