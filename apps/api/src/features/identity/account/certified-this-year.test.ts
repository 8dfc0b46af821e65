import { account } from 'contract/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCertification } from '#testing/certifying.ts'
import { THIS_YEAR, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
afterAll(() => t.close())

test('whether a certificate is of this year goes by the clock of the organisation', async () => {
  const tenant = await aTenant(t.db)
  const contentSetId = await aContentSet(t.db, { tenant, file: aTinySet() })
  const user = await aUser(t.db, { tenant })
  await aCertification(t.db, { user, contentSetId })
  const lieIn = (zone: string) =>
    t.owner.query('update tenants set time_zone = $2 where id = $1', [tenant.id, zone])
  const hasAt = async (moment: string) => {
    t.clock.now = () => new Date(moment)
    const { body } = await t.as(user).get('/user')
    return account.me.response.parse(body).user.has_certifications_this_year
  }
  await lieIn('Pacific/Auckland')
  expect(await hasAt(`${THIS_YEAR}-12-31T10:59:00Z`)).toBe(true)
  expect(await hasAt(`${THIS_YEAR}-12-31T11:01:00Z`)).toBe(false)
  await lieIn('Europe/London')
  expect(await hasAt(`${THIS_YEAR}-12-31T11:01:00Z`)).toBe(true)
})
