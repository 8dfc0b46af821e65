import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { ThreadLimit, ThreadsBusy, openThreads } from './threads.ts'

const folder = await mkdtemp(join(tmpdir(), 'waymark-threads-'))
const threads = openThreads({ most: 1 })
afterAll(async () => {
  await threads.close()
  await rm(folder, { recursive: true })
})

type Run = (job: number, report: (value: number) => void) => number

async function work(source: string, limits = { megabytes: 64, milliseconds: 60_000 }) {
  const path = join(folder, `${crypto.randomUUID()}.mjs`)
  await writeFile(path, `export async function run(job, report) { ${source} }`)
  return { module: pathToFileURL(path), ...limits, run: undefined as unknown as Run }
}

test('a thread returns its result, reports, and passes on what its work throws', async () => {
  const reports: number[] = []
  const twice = await work('report(job); report(job + 1); return job * 2')
  expect(await threads.run(twice, 4, { onReport: (value) => reports.push(value) })).toBe(8)
  await expect.poll(() => reports).toEqual([4, 5])
  await expect(threads.run(await work('throw new Error("no")'), 1)).rejects.toThrow('no')
})

test('work that takes too long is stopped while other work goes on, and the next call works', async () => {
  const limits = { megabytes: 64, milliseconds: 300 }
  const endless = await work('while (job < 0); return job', limits)
  const stopped = threads.run(endless, -1).catch((error: unknown) => error)
  const next = threads.run(endless, 2)
  expect(await threads.run(await work('return job'), 3)).toBe(3)
  expect(await stopped).toStrictEqual(new ThreadLimit('The background task took too long.'))
  expect(await next).toBe(2)
})

test('loading a module is no part of its time', async () => {
  const slow = await work('return job', { megabytes: 64, milliseconds: 200 })
  await writeFile(
    slow.module,
    'const end = Date.now() + 600; while (Date.now() < end); export const run = (job) => job',
  )
  expect(await threads.run(slow, 5)).toBe(5)
})

test('work that needs too much memory is stopped, and the next call works', async () => {
  const greedy = await work('const all = []; while (job < 0) all.push([job]); return job')
  await expect(threads.run(greedy, -1)).rejects.toThrow('ran out of memory')
  expect(await threads.run(greedy, 2)).toBe(2)
})

test('calls beyond those that can wait are refused', async () => {
  const waiting = await work('return job')
  const calls = await Promise.allSettled(
    Array.from({ length: 150 }, (_, index) => threads.run(waiting, index)),
  )
  const refused = calls.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const call of refused) expect(call).toMatchObject({ reason: expect.any(ThreadsBusy) })
})

test('the bytes of a result arrive whole', async () => {
  const bytes = await work(
    'return { file: new Uint8Array(job).fill(7), part: Buffer.from("abc").subarray(1) }',
  )
  expect(await threads.run(bytes, 70_000)).toEqual({
    file: new Uint8Array(70_000).fill(7),
    part: new Uint8Array(Buffer.from('bc')),
  })
})
