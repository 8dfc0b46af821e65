import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Attachment } from 'contract/attachments'
import { cpuSeconds, machine, median } from './parts/cpu.ts'
import { addPeople, headersOf, signInPeople } from './parts/people.ts'
import { startProduct } from './parts/product.ts'

// `node bench/files.ts`: uploads and downloads of attachments, compared with plain streaming to and from a file.
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const FILES = 8
const FILE_BYTES = 24 * 1024 * 1024
const MB = (FILES * FILE_BYTES) / 1e6
const file = Buffer.alloc(FILE_BYTES, 7)
file.write('%PDF-1.7\n')

type Figures = { up: number; down: number }

const product = await startProduct()
const folder = await mkdtemp(join(tmpdir(), 'waymark-bare-files-'))
const bare = spawn(process.execPath, [join(import.meta.dirname, 'parts/bare-files.ts')], {
  env: { ...process.env, FOLDER: folder },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [line] = (await once(bare.stdout, 'data')) as [Buffer]
const barePort = Number(line)
await addPeople(product, { domain: 'harbour', each: ROUNDS + 1, isAnswered: false })
const people = await signInPeople(product, 'harbour', ROUNDS + 1)

const rounds: { product: Figures; bare: Figures }[] = []
for (const [round, person] of people.entries()) {
  const measured = { product: await measureProduct(person), bare: await measureBare() }
  // The first round warms both up.
  if (round > 0) rounds.push(measured)
}
console.log(`Attachments of ${FILE_BYTES / 2 ** 20} MiB, one after the other; ${machine()}`)
for (const direction of ['up', 'down'] as const) {
  const own = median(rounds.map((round) => round.product[direction]))
  const plain = median(rounds.map((round) => round.bare[direction]))
  const ratio = median(rounds.map((round) => round.product[direction] / round.bare[direction]))
  const word = direction === 'up' ? 'uploads  ' : 'downloads'
  console.log(
    `  ${word} ${own.toFixed(0)} MB per CPU second of API and database   plain node:http ${plain.toFixed(0)}   ratio ${ratio.toFixed(2)}`,
  )
}
bare.kill()
await rm(folder, { recursive: true })
await product.stop()

async function measureProduct(person: (typeof people)[number]): Promise<Figures> {
  const headers = headersOf(person)
  const call = (method: string, path: string, body?: Buffer | object) =>
    ask(product.port, method, `/api${path}`, headers, body)
  const used = () => product.cpu().api + product.cpu().database
  const ids: number[] = []
  const up = await perSecond(used, async () => {
    const statement_id = person.statements[0]?.id
    for (let n = 0; n < FILES; n += 1) {
      const input = { key: randomUUID(), statement_id, name: 'a.pdf', size: FILE_BYTES }
      const answer = await call('POST', `/assessments/${person.assessmentId}/attachments`, input)
      const { id, piece_bytes: step } = JSON.parse(answer.toString()) as Attachment
      for (let offset = 0; offset < FILE_BYTES; offset += step)
        await call(
          'PUT',
          `/attachments/${id}/pieces?offset=${offset}`,
          file.subarray(offset, offset + step),
        )
      await call('POST', `/attachments/${id}/completion`)
      ids.push(id)
    }
  })
  const down = await perSecond(used, async () => {
    for (const id of ids) requireWhole(await call('GET', `/attachments/${id}/content`))
  })
  return { up, down }
}

async function measureBare(): Promise<Figures> {
  const used = () => cpuSeconds(bare.pid ?? 0)
  const names = Array.from({ length: FILES }, () => randomUUID())
  const up = await perSecond(used, async () => {
    for (const name of names) await ask(barePort, 'PUT', `/${name}`, {}, file)
  })
  const down = await perSecond(used, async () => {
    for (const name of names) requireWhole(await ask(barePort, 'GET', `/${name}`, {}))
  })
  return { up, down }
}

async function perSecond(used: () => number, work: () => Promise<void>): Promise<number> {
  const before = used()
  await work()
  return MB / (used() - before)
}

function requireWhole(bytes: Buffer) {
  if (!bytes.equals(file)) throw new Error('A file came back otherwise than it was sent.')
}

async function ask(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Buffer | object,
): Promise<Buffer> {
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json'
  const call = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { ...headers, ...(body && { 'content-type': type }) },
  })
  call.end(Buffer.isBuffer(body) ? body : body && JSON.stringify(body))
  const [answer] = await once(call, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${path}: ${answer.statusCode} ${bytes.toString()}`)
  return bytes
}
