import type { ContentSetFile } from 'contract/content-format'
import { ContentSetDetails, StoredElement } from 'contract/content-sets'
import { afterAll, test } from 'vitest'
import { draftElementOf } from 'api/features/content/draft-of-file'
import { aContentSet, aTenant, aUser } from 'api/testing/factories'
import { longSet } from 'api/testing/long-set'
import { testApp } from 'api/testing/test-app'
import { type Measured, expectShort, measure, printTable } from './longest-block.ts'

// What holds up other requests while authors work with the largest content sets.

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const admin = await aUser(t.db, { tenant, roles: ['admin'] })
const rows: Measured[] = []
afterAll(() => printTable('content sets', rows))

/** Every text differs. */
function reworded(file: ContentSetFile): ContentSetFile {
  return JSON.parse(JSON.stringify(file).replaceAll('We know', 'We all know'), (key, value) =>
    key === 'action' ? `${String(value)} Again.` : (value as unknown),
  ) as ContentSetFile
}

test.each([
  ['745 elements, 1,490 statements', longSet({ elements: 745, statements: 2, responses: 5 })],
  ['2,000 elements, 50,000 responses', longSet({ elements: 2000, statements: 5, responses: 5 })],
  ['200 statements of 250 responses', longSet({ elements: 100, statements: 2, responses: 250 })],
])(
  'a set of %s',
  async (size, file) => {
    const first = await aContentSet(t.db, { tenant, file })
    const call = async <T>(name: string, work: () => Promise<{ status: number; body: T }>) => {
      let answer: { status: number; body: T } | undefined
      rows.push(
        await measure({
          name,
          size,
          work: async () => {
            const made = await work()
            answer ??= made
          },
        }),
      )
      if (answer?.status !== 200)
        throw new Error(`${name}: ${JSON.stringify(answer).slice(0, 300)}`)
      return answer.body
    }
    const as = t.as(admin)
    await call('open an edition', () => as.get(`/content-sets/${first}`))
    const { id } = (await call('new version', () =>
      as.post(`/content-sets/${first}/versions`),
    )) as {
      id: number
    }
    const details = ContentSetDetails.parse(
      await call('open a draft', () => as.get(`/content-sets/${id}`)),
    )
    const changed = reworded(file).elements.map((element) => draftElementOf(element))
    let version = 1
    const save = () => {
      const elements = details.outline.flatMap((entry, at) => {
        const element = changed[at]
        return element ? [{ id: entry.id, version, element }] : []
      })
      const part = elements.slice(
        0,
        Math.floor(elements.length * Math.min(1, 1.5e6 / JSON.stringify(elements).length)),
      )
      return as.put(`/content-sets/${id}/draft`, { elements: part })
    }
    await call('save a draft', save)
    version = 2
    await call('faults', () => as.get(`/content-sets/${id}/faults`))
    await call('compare with a draft', () => as.get(`/content-sets/${id}/comparison?with=${first}`))
    const { head_version } = (await call('impact', () => as.get(`/content-sets/${id}/impact`))) as {
      head_version: number
    }
    await call('export a draft', () => as.post(`/content-sets/${id}/exports`, { format: 'json' }))
    const body = { head_version, what_changed: 'All.', is_minor: true }
    let published: { status: number; body: unknown } | undefined
    await call(
      'publish',
      async () => (published ??= await as.post(`/content-sets/${id}/publication`, body)),
    )
    await call('history', () => as.get(`/content-sets/${id}/versions`))
    await call('compare', () => as.get(`/content-sets/${id}/comparison?with=${first}`))
    const [entry] = ContentSetDetails.parse((await as.get(`/content-sets/${id}`)).body).outline
    StoredElement.parse(
      await call('an element', () => as.get(`/content-sets/${id}/elements/${entry?.id}`)),
    )
    await call('export', () => as.post(`/content-sets/${id}/exports`, { format: 'json' }))
  },
  1_200_000,
)

test('none takes more than 50 ms', () => {
  expectShort(rows)
})
