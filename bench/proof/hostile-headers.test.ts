import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, test } from 'vitest'
import { createBreachCheck } from 'api/adapters/breached'
import { aTenant } from 'api/testing/factories'
import { testApp } from 'api/testing/test-app'
import { printTable } from './longest-block.ts'
import { KB, MB, filled, texts, worst, worstOf } from './hostile-shapes.ts'

// Headers of requests, and what the list of breached passwords answers, each at its largest size.

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
afterAll(() => printTable('headers and answers', worst.splice(0)))

const SHAPES = ['a', 'a=b; ', '=', ';', ',', ' ', '"', '%', '%20', '.', ':', '-', '[', 'a=', '\\']

test.each([
  'cookie',
  'authorization',
  'origin',
  'content-type',
  'range',
  'if-none-match',
  'accept',
  'sec-fetch-site',
  'tenant',
  'x-forwarded-for',
])(
  '%s',
  async (name) => {
    await worstOf(name, texts(15 * KB, SHAPES), (value) =>
      t.call({
        method: 'POST',
        host: tenant.host,
        url: '/api/auth/token',
        headers: { [name]: value },
      }),
    )
  },
  600_000,
)

test('answers about breached passwords', async () => {
  const line = `${'A'.repeat(35)}:1\r\n`
  const shapes = ['A', '\r\n', ':', line, '\n', ' ', '0:']
  let answer = ''
  const list = createServer((_, response) => response.end(answer)).listen(0, '127.0.0.1')
  await once(list, 'listening')
  const { port } = list.address() as { port: number }
  const isBreached = createBreachCheck(`http://127.0.0.1:${port}`, () => {})
  const answers = shapes.map(
    (shape) => [`1 MB of ${JSON.stringify(shape)}`, filled(shape, MB - 1)] as const,
  )
  await worstOf('breached passwords', answers, async (text) => {
    answer = text
    await isBreached('a password')
  })
  list.close()
}, 600_000)
