import { readFileSync, readdirSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'

// /proc counts in USER_HZ, which is 100 on every Linux that Node.js supports.
const TICKS_PER_SECOND = 100

/** CPU seconds of a process and all its descendants, including ended ones. */
export function cpuSeconds(pid: number): number {
  const stats = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), statOf(Number(name))]),
  )
  let ticks = 0
  const add = (id: number) => {
    ticks += stats.get(id)?.ticks ?? 0
    for (const [child, stat] of stats) if (stat?.parent === id) add(child)
  }
  add(pid)
  return ticks / TICKS_PER_SECOND
}

/** The peak memory of a process in MB. */
export function peakMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024)
}

function statOf(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0, , , , , , , , , , user = 0, system = 0, childUser = 0, childSystem = 0] =
      fields
    return { parent, ticks: user + system + childUser + childSystem }
  } catch {
    // The process has ended.
    return undefined
  }
}

export function machine(): string {
  return `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
