import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

// Notes each statement of the tests with the function that sent it (`npm run db:queries`).
const folder = process.env.QUERIES_DIR
const QUERIES = /\/apps\/api\/src\/((?:features|support)\/.+\.queries\.ts)$/
const known = new Set<string>()

if (folder !== undefined && !('isRecording' in globalThis)) {
  Object.assign(globalThis, { isRecording: true })
  subscribe('waymark:query', (text) => {
    if (typeof text !== 'string' || known.has(text)) return
    const sender = senderOf()
    if (sender === undefined) return
    known.add(text)
    const line = JSON.stringify({ ...sender, text })
    appendFileSync(join(folder, `${process.pid}-${threadId}.jsonl`), `${line}\n`)
  })
}

/** The function of a queries file that is nearest. Read from the frames, because writing a stack as text takes long. */
function senderOf() {
  const { stackTraceLimit } = Error
  const written = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')
  Error.stackTraceLimit = 50
  Error.prepareStackTrace = (_error, frames) => frames
  const frames = new Error().stack as unknown as NodeJS.CallSite[]
  Object.assign(Error, { stackTraceLimit, prepareStackTrace: written?.value })
  for (const frame of frames) {
    const [, file] = QUERIES.exec(frame.getFileName() ?? '') ?? []
    const name = frame.getFunctionName()?.split('.').at(-1)
    if (file !== undefined && name && /^\w+$/.test(name)) return { file, name }
  }
  return undefined
}
