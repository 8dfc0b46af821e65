import { aCertification } from 'api/testing/certifying'
import {
  THIS_YEAR,
  aContentSet,
  aReport,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { aTinySet } from 'api/testing/respondent'
import { anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('of several content sets a respondent chooses one, and every page stays with it', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  const user = await aUser(db, { tenant })
  const of = (title: string) => aContentSet(db, { tenant, file: { ...aTinySet(), title } })
  const [care, safety] = [await of('Good care'), await of('Safety at work')]
  const mine = { user, contentSetId: care }
  await aReport(db, user, await anAssessment(db, mine))
  await aReport(db, user, await anAssessment(db, { ...mine, year: THIS_YEAR - 1 }))
  await aCertification(db, { ...mine, year: THIS_YEAR })
  await enter(page, user)
  const set = page.getByRole('combobox', { name: 'Content set' })
  const main = page.getByRole('navigation', { name: 'Main' }).first()
  await expect(set).toHaveValue(String(care))
  await expect(page.getByText('You’ve answered everything')).toBeVisible()

  await set.selectOption('Safety at work')
  await expect(page.getByText('6 statements in 3 elements.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`set=${safety}$`))
  await expectGoodLooks(page, 'overview-several-sets')
  await main.getByRole('link', { name: 'Certification' }).click()
  await expect(page.getByRole('heading', { name: 'No Reports Available' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Other certificates' })).toContainText('Good care')
  await main.getByRole('link', { name: 'Action reports' }).click()
  await expect(set).toHaveValue(String(safety))
  await expect(page.getByRole('heading', { name: 'No Reports Available' })).toBeVisible()
  const earlier = page.getByRole('region', { name: 'Earlier years' })
  await expect(earlier, 'they are of the other set').toHaveCount(0)
  await set.selectOption('Good care')
  await expect(earlier).toBeVisible()
  await page.getByRole('link', { name: 'View report' }).click()
  await expect(page.getByRole('main')).toContainText('Good care')

  await main.getByRole('link', { name: 'Overview' }).click()
  await expect(set).toHaveValue(String(care))
  await set.selectOption('Safety at work')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('link', { name: 'Save and exit' }).click()
  await expect(page).toHaveURL(new RegExp(`set=${safety}$`))
  await go(page, '/')
  await expect(set).toHaveValue(String(safety))

  await enter(page, await anAdmin(db, { tenant }), `/admin/content-sets/${care}`)
  await page.getByRole('link', { name: 'Answer this content set' }).click()
  await expect(set).toHaveValue(String(care))
})
