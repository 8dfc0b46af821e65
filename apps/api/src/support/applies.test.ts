import fc from 'fast-check'
import { sql } from 'kysely'
import { applies as isAsked } from 'rules/scope'
import { expect, test } from 'vitest'
import { testApp } from '#testing/test-app.ts'
import { applies } from './applies.queries.ts'

const t = await testApp({ works: false })

const key = fc.constantFrom('one', 'two', 'three', 'None', '')
const keys = fc.option(fc.uniqueArray(key, { minLength: 1 }))
const row = fc.record({
  level_key: fc.option(key),
  profile_keys: keys,
  scope_levels: keys,
  scope_profiles: keys,
})

test('what a query asks is what the rule asks', async () => {
  const rows = fc.sample(row, 2_000)
  const { rows: asked } = await sql<{ is_asked: boolean }>`
    select ${applies(sql`x`, sql`x`)} as is_asked
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality j (value, place)
    cross join lateral jsonb_to_record(j.value)
      as x(level_key text, profile_keys text[], scope_levels text[], scope_profiles text[])
    order by j.place`.execute(t.db)
  expect(asked.map(({ is_asked }) => is_asked)).toEqual(rows.map((one) => isAsked(one, one)))
  expect(new Set(asked.map(({ is_asked }) => is_asked)).size).toBe(2)
})
