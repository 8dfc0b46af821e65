import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attachment } from 'contract/attachments'
import { callApi } from './api-call.ts'
import type { Person } from './people.ts'

const REPEAT_AFTER_MS = 30
const PAUSE_MS = 200
const PATIENCE_MS = 90_000

/** What the server said is attached, and the hash of what was sent. */
export type Attached = { id: number; sha256: string }

/** Uploads one file after the other until `stop`; whatever gets no answer is repeated, as a page does. */
export function startUploading(person: Person, port: number, size: number) {
  const attached: Attached[] = []
  const over = new AbortController()
  const running = uploadOn()
  running.catch(() => over.abort())

  async function uploadOn() {
    while (!over.signal.aborted) {
      // A statement has few files: three take turns, and one is left alone.
      const { id = 0 } = person.statements[attached.length % 3] ?? {}
      attached.push(await uploadOne(person, port, id, size))
      await sleep(PAUSE_MS)
    }
  }
  return {
    attached,
    stop: async () => {
      over.abort()
      await running
    },
  }
}

async function uploadOne(
  person: Person,
  port: number,
  statementId: number,
  size: number,
): Promise<Attached> {
  // Text, so that it is taken.
  const bytes = Buffer.from(randomBytes(size / 2).toString('hex'))
  const { host, token, assessmentId } = person
  const call = (method: 'PUT' | 'POST', path: string, body?: object) =>
    insisted(() => callApi(port, { method, path, host, token, ...(body && { body }) }))
  const wish = {
    key: randomUUID(),
    statement_id: statementId,
    name: 'a.txt',
    size: bytes.length,
  }
  const begun = (await call('POST', `/assessments/${assessmentId}/attachments`, wish)) as Attachment
  let { received } = begun
  while (received < bytes.length) {
    const piece = bytes.subarray(received, received + begun.piece_bytes)
    const path = `/attachments/${begun.id}/pieces?offset=${received}`
    received = ((await call('PUT', path, piece)) as { received: number }).received
  }
  const { status } = (await call('POST', `/attachments/${begun.id}/completion`)) as Attachment
  if (status !== 'clean') throw new Error(`The file is ${status}.`)
  return { id: begun.id, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function insisted(call: () => ReturnType<typeof callApi>): Promise<unknown> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    const answer = await call()
    if (answer?.status === 200) return JSON.parse(answer.body)
    if (answer && answer.status !== 503) throw new Error(`${answer.status} ${answer.body}`)
    await sleep(REPEAT_AFTER_MS)
  }
  throw new Error('A file could not be uploaded at all.')
}
