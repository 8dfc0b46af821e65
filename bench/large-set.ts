import { ContentSetDetails } from 'contract/content-sets'
import { ContentImport } from 'contract/content-imports'
import { writeContentJson } from 'api/features/content/files/write-content-workbook'
import { longSet } from 'api/testing/long-set'
import { machine } from './parts/cpu.ts'
import { openConnection } from './parts/http-client.ts'
import { signInViewers } from './parts/listed-people.ts'
import { startProduct } from './parts/product.ts'

// `node bench/large-set.ts`: imports 10,000 elements in five files of 2,000. BENCH_FULL=1 gives each 50,000 responses.
const FILES = Number(process.env.BENCH_ROUNDS ?? 5)
const SIZE = process.env.BENCH_FULL
  ? { elements: 2000, statements: 5, responses: 5 }
  : { elements: 2000, statements: 2, responses: 4 }
/** Seconds, and the API's peak memory in megabytes. */
const MOST = { import: 30, check: 10, rows: 1, memory: 512 }
const BETWEEN_LOOKS = 100

const text = writeContentJson(longSet(SIZE))
const file = Buffer.from(text).toString('base64')
const product = await startProduct()
const connection = await openConnection(product.port)
const headers = (await signInViewers(product)).find(({ name }) => name === 'god-admin')?.headers
const took = { read: 0, write: 0, check: 0, rows: 0, list: 0 }

for (let created = 0; created < FILES; created += 1) {
  const { id } = await timed('read', importFile)
  const setId = await timed('write', () => acceptImport(id))
  const outline = await timed('rows', () => call('GET', `/api/content-sets/${setId}`))
  if (ContentSetDetails.parse(outline).outline.length !== SIZE.elements)
    throw new Error('The set is not whole.')
  await timed('check', () => call('GET', `/api/content-sets/${setId}/faults`))
}
await timed('list', () => call('GET', '/api/content-sets'))
const memory = product.memory()
connection.close()
await product.stop()

const count = FILES * SIZE.elements
console.log(
  `Large content sets: ${count} elements in ${FILES} files of ${(text.length / 2 ** 20).toFixed(1)} MB, with ${count * SIZE.statements * SIZE.responses} responses; ${machine()}`,
)
report('import', took.read + took.write, MOST.import)
console.log(`    read and checked ${took.read.toFixed(1)} s, written ${took.write.toFixed(1)} s`)
report('check before publication', took.check, MOST.check)
report('first rows of a set, each', took.rows / FILES, MOST.rows)
report('first rows of the list', took.list, MOST.rows)
console.log(`  memory of the API at its fullest  ${memory} MB (at most ${MOST.memory})`)

function report(name: string, seconds: number, most: number) {
  console.log(`  ${name}  ${seconds.toFixed(2)} s (at most ${most})`)
}

async function timed<T>(part: keyof typeof took, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  took[part] += (performance.now() - start) / 1000
  return result
}

async function importFile(): Promise<ContentImport> {
  const started = await call('POST', '/api/content-imports', { name: 'large.json', file })
  return await settled(ContentImport.parse(started).id, 'ready')
}

async function acceptImport(id: number): Promise<number> {
  await call('POST', `/api/content-imports/${id}/draft`, {})
  const { content_set_id: created } = await settled(id, 'done')
  return created ?? 0
}

async function settled(id: number, wanted: ContentImport['status']): Promise<ContentImport> {
  for (;;) {
    const found = ContentImport.parse(await call('GET', `/api/content-imports/${id}`))
    if (found.status === wanted) return found
    if (found.status === 'failed' || found.status === 'faulty')
      throw new Error(JSON.stringify(found.faults))
    await new Promise((done) => setTimeout(done, BETWEEN_LOOKS))
  }
}

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const reply = await connection.send(method, path, headers ?? {}, body)
  if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.body}`)
  return JSON.parse(reply.body)
}
