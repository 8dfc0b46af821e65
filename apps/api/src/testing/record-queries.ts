import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

// Notes each statement of the tests with the function that sent it (`npm run db:queries`).
const folder = process.env.QUERIES_DIR
const SENT_BY =
  /at (?:async )?(?:Object\.)?(\w+) \(.*\/apps\/api\/src\/((?:features|support)\/.+\.queries\.ts):/
const known = new Set<string>()

if (folder !== undefined && !('isRecording' in globalThis)) {
  Object.assign(globalThis, { isRecording: true })
  Error.stackTraceLimit = 50
  subscribe('waymark:query', (text) => {
    if (typeof text !== 'string' || known.has(text)) return
    const place = SENT_BY.exec(new Error().stack ?? '')
    if (place === null) return
    known.add(text)
    const line = JSON.stringify({ file: place[2], name: place[1], text })
    appendFileSync(join(folder, `${process.pid}-${threadId}.jsonl`), `${line}\n`)
  })
}
