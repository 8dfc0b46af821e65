import type { Endpoint } from 'contract/endpoint'
import { contract } from 'contract/index'
import { afterAll, test } from 'vitest'
import { type Measured, expectShort, measure, printTable } from './longest-block.ts'

// Every text of every body, query and path, as long as a request may be.

type Schema = NonNullable<Endpoint['body']>

const BYTES = { body: 256 * 1024, query: 16 * 1024, params: 16 * 1024 }

/** Repeated to the full length, then followed by what doesn't fit. */
const SHAPES = [
  'a',
  ' ',
  '	',
  '\n',
  '1',
  '-',
  '.',
  '@',
  '"',
  '<',
  '>',
  '=',
  '&',
  '%',
  '/',
  '\\',
  '\0',
  'a@',
  'a.',
  '.a',
  '@.',
  'a-',
  '-a',
  ' a',
  'a ',
  '1.',
  '1 ',
  '()',
  '0:',
  'A',
  '+a',
  "a'",
  '̀',
  '̖̀',
  '̧̣̀ͅ',
  'ﷺ',
  '\ud800',
  '👩‍💻',
  '‍',
  'ß',
  'İ',
  '/a',
  '..',
  'a,',
  ',',
  'a=b&',
  '%20',
  'ab.',
  '2026-',
  'https://',
  '-----BEGIN A-----',
]
const ENDS = ['', '!', '\0', '@']

/** Different texts' schemas with their paths. Parts of a union and steps of a transformation are one text. */
function textsOf(schema: Schema, path: string, found: Map<Schema, string>): void {
  const def = schema.def as object
  if ('shape' in def)
    for (const [name, field] of Object.entries(def.shape as Record<string, Schema>))
      textsOf(field, `${path}.${name}`, found)
  else if ('element' in def) textsOf(def.element as Schema, `${path}[]`, found)
  else if ('innerType' in def) textsOf(def.innerType as Schema, path, found)
  else if ('options' in def)
    for (const option of def.options as Schema[]) textsOf(option, path, found)
  else if (!found.has(schema)) found.set(schema, path)
}

const PARTS = ['body', 'query', 'params'] as const

const rows: Measured[] = []
afterAll(() => printTable('fields of requests, the ten slowest', slowest()))

function slowest() {
  return rows.toSorted((one, other) => other.block - one.block).slice(0, 10)
}

test.each(PARTS)(
  'no text of a %s takes more than 50 ms',
  async (part) => {
    const found = new Map<Schema, string>()
    for (const [resource, all] of Object.entries(contract))
      for (const [name, endpoint] of Object.entries<Endpoint>(all)) {
        const schema = endpoint[part]
        if (schema) textsOf(schema, `${resource}.${name} ${part}`, found)
      }
    for (const [schema, path] of found) {
      const times = SHAPES.flatMap((shape) => ENDS.map((end) => ({ shape, end }))).map((one) => {
        const text = textOf(one, BYTES[part])
        const started = performance.now()
        schema.safeParse(text)
        return { text, ms: performance.now() - started }
      })
      const worst = times.reduce((one, other) => (other.ms > one.ms ? other : one))
      const start = JSON.stringify(worst.text.slice(0, 8))
      const size = `${start}… ${(BYTES[part] / 1024).toFixed(0)} KB`
      rows.push(await measure({ name: path, size, work: () => schema.safeParse(worst.text) }))
    }
    console.info(`${found.size} different texts of a ${part}`)
    expectShort(rows)
  },
  600_000,
)

/** In bytes, because a request is measured in bytes. */
function textOf({ shape, end }: { shape: string; end: string }, bytes: number): string {
  return shape.repeat(Math.floor(bytes / Buffer.byteLength(shape))) + end
}
