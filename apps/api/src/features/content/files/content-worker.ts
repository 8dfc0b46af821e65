import type { Fault } from 'contract/content-format'
import { readNamedFile } from './read-content.ts'
import { summaryOf } from '#features/content/sets/summary.ts'

/** `json` is text because an object would be copied part by part. `count` is the number of all faults. */
export type FileRead =
  | { json: string; summary: ReturnType<typeof summaryOf> }
  | { faults: Fault[]; count: number }

const MOST_FAULTS = 1000

/** Runs in a thread. */
export async function run(
  { name, bytes }: { name: string; bytes: Uint8Array },
  report: (percent: number) => void,
): Promise<FileRead> {
  const read = await readNamedFile(name, Buffer.from(bytes), report)
  return 'set' in read
    ? { json: JSON.stringify(read.set), summary: summaryOf(read.set) }
    : { faults: read.faults.slice(0, MOST_FAULTS), count: read.faults.length }
}
