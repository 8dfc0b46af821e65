import type { Page } from '@playwright/test'
import { aProvingSet } from 'api/testing/certifying'
import { aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { playerOn } from './player.ts'

const OVERVIEW = '/?type=certification'

test('what a certification needs is named before it is submitted', async ({ page, db }) => {
  await test.step('before it is begun, one reads what a certification is and which evidence it asks for', async () => {
    const tenant = await aTenant(db)
    const file = aProvingSet('A1', 'B1')
    await aContentSet(db, { tenant, file })
    await enter(page, await aUser(db, { tenant }), OVERVIEW)
    const steps = page.getByRole('region', { name: 'How a certification works' })
    await expect(steps.getByRole('listitem')).toHaveCount(4)
    const statements = file.elements.flatMap((element) => element.statements).length
    await expect(steps).toContainText(`In 2 of ${statements} statements`)
    await expectGoodLooks(page, 'certification-steps')
    await page.getByRole('radio', { name: 'Self-assessment' }).click()
    await expect(steps).toHaveCount(0)
    await go(page, OVERVIEW)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page).toHaveURL(/\/assessment\//)
    const player = playerOn(page)
    await player.next.click()
    await player.doesNotApply.check()
    await expect(player.reason).toHaveAccessibleDescription(/^Shown to the auditor, and in the/)
    await go(page, OVERVIEW)
    await expect(page.getByText('Missing before it can be submitted')).toBeVisible()
    await expect(steps).toHaveCount(0)
  })

  await test.step('what a certification still needs is named, and a year without certificate says so', async () => {
    const { user } = await aSmallOrganisation(db)
    await enter(page, user, OVERVIEW)
    await page.getByRole('region', { name: 'Next for you' }).getByRole('button').click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await go(page, OVERVIEW)
    const missing = page.getByRole('region', { name: 'Missing before it can be submitted' })
    await expect(missing.getByText('2 answers missing')).toHaveCount(2)
    await expectGoodLooks(page, 'missing')
    await go(page, '/certification')
    await expect(page.getByRole('heading', { name: 'No Reports Available' })).toBeVisible()
  })
})

test('a response that asks for evidence says so, and holds the submission up until a file is there', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const contentSetId = await aContentSet(db, { tenant, file: aProvingSet('A1') })
  const user = await aUser(db, { tenant })
  await anAssessment(db, { user, contentSetId, type: 'certification' })
  await enter(page, user, OVERVIEW)
  const missing = page.getByRole('region', { name: 'Missing before it can be submitted' })
  await expect(missing).toContainText('once the evidence that your answers ask for is attached.')
  await expect(missing).toContainText('Evidence missing for 1 answer')
  await expect(page.getByRole('button', { name: 'Submit for review' })).toHaveCount(0)
  await expectGoodLooks(page, 'evidence-missing-overview')
  await missing.getByRole('link', { name: /Element A/ }).click()
  await expect(page.getByText('“Low” asks for evidence. Attach a file')).toBeVisible()
  await expect(page.getByText('Shown to the auditor, and in the action report')).toBeVisible()
  await expectGoodLooks(page, 'evidence-missing')
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach evidence' }).click()
  const file = { name: 'minutes.txt', mimeType: 'text/plain', buffer: Buffer.from('Agreed.') }
  await (await chosen).setFiles(file)
  await expect(page.getByText('“Low” asks for evidence: 1 file is attached.')).toBeVisible()
  await expectGoodLooks(page, 'evidence-there')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('asks for evidence')).toHaveCount(0)
  await page.getByRole('button', { name: 'Complete' }).click()
  await confirm(page, 'Submit for review')
  await expect(page.getByText('Waiting for an auditor')).toBeVisible()
})

async function confirm(page: Page, label: string) {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: label }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}
