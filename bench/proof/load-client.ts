import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, callApi } from './api-call.ts'

// A process of its own, so that neither a busy test nor a busy node delays what it measures.

/** Repeats a call until any message comes, or posts files at the same time. */
export type LoadJob = { port: number } & ({ repeat: Call } | { posts: Post[] })
export type Post = { path: string; headers: Record<string, string>; file: string }
/** In milliseconds; a call without an answer has status 0. */
export type LoadAnswer = { status: number; milliseconds: number }

process.once('message', (job: LoadJob) => {
  const answers = 'repeat' in job ? repeat(job.port, job.repeat) : postAll(job.port, job.posts)
  void answers.then((all) => process.send?.(all, () => process.disconnect()))
})

async function repeat(port: number, call: Call) {
  const answers: LoadAnswer[] = []
  const stopped = new AbortController()
  process.once('message', () => stopped.abort())
  while (!stopped.signal.aborted) {
    const answer = await callApi(port, call)
    answers.push({ status: answer?.status ?? 0, milliseconds: answer?.milliseconds ?? 0 })
    await sleep(5)
  }
  return answers
}

async function postAll(port: number, posts: readonly Post[]) {
  const bodies = new Map<string, Buffer>()
  for (const { file } of posts) if (!bodies.has(file)) bodies.set(file, await readFile(file))
  const parts = throughNetwork()
  return await Promise.all(
    posts.map(async ({ path, headers, file }) => {
      const started = performance.now()
      const body = bodies.get(file) ?? Buffer.alloc(0)
      const url = `http://127.0.0.1:${port}/api${path}`
      const length = { 'content-length': body.length }
      const call = request(url, {
        method: 'POST',
        agent: false,
        headers: { ...headers, ...length },
      })
      const answered = once(call, 'response') as Promise<[IncomingMessage]>
      call.on('error', () => {})
      Readable.from(parts(body)).pipe(call)
      const status = await answered.then(
        ([{ statusCode }]) => statusCode ?? 0,
        () => 0,
      )
      return { status, milliseconds: performance.now() - started }
    }),
  )
}

const PART_BYTES = 64 * 1024
/** Of 1 Gbit/s. Without it, copying within the machine would take both processors. */
const BYTES_PER_MS = 125_000

/** All bodies share a network. */
function throughNetwork() {
  const started = performance.now()
  let sent = 0
  return async function* partsOf(body: Buffer) {
    for (let at = 0; at < body.length; at += PART_BYTES) {
      sent += PART_BYTES
      await sleep(started + sent / BYTES_PER_MS - performance.now())
      yield body.subarray(at, at + PART_BYTES)
    }
  }
}
