import type { Page } from '@playwright/test'
import { aProvingSet, anAuditor } from 'api/testing/certifying'
import { EICAR, startClamav } from 'api/testing/clamav-server'
import { aContentSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { expect, go } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { test as base } from './own-product.ts'
import { OVERVIEW, confirm } from './reviewing.ts'

type Scanner = Awaited<ReturnType<typeof startClamav>>

const test = base.extend<{ scanner: Scanner }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names here
  scanner: async ({}, use) => {
    const scanner = await startClamav()
    await use(scanner)
    scanner.goOn()
    scanner.close()
  },
  settings: async ({ scanner }, use) => await use({ CLAMAV_URL: scanner.url }),
})
test.use({ actionTimeout: 20_000 })

const attach = (page: Page, name: string, content: string) =>
  page
    .getByRole('region', { name: 'Attachments' })
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

const rowOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Attachments' }).getByRole('listitem', { name })

test('evidence waits for its virus check, and infected evidence is refused', async ({
  product,
  scanner,
}) => {
  test.setTimeout(180_000)
  const { db, open } = product
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const contentSetId = await aContentSet(db, { tenant, file: aProvingSet('A1') })
  const user = await aUser(db, { tenant, name: 'Rosa Lind' })
  await anAssessment(db, { user, contentSetId, type: 'certification' })
  const page = await open(user, OVERVIEW)
  const toStatement = () =>
    page
      .getByRole('region', { name: 'Missing before it can be submitted' })
      .getByRole('link', { name: /Element A/ })
      .click()
  await toStatement()
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` }).click()

  await test.step('an unchecked file can’t be opened, and a clean one opens without a reload', async () => {
    scanner.hold()
    await attach(page, 'minutes.txt', 'Agreed in May.')
    const row = rowOf(page, 'minutes.txt')
    await expect(row).toContainText('being checked for viruses')
    await expect(row.getByRole('button', { name: /^Download/ })).toHaveCount(0)
    await expectGoodLooks(page, 'scan-checking')
    scanner.goOn()
    await expect(row.getByRole('button', { name: 'Download minutes.txt' })).toBeVisible()
    await remove('minutes.txt')
    await expect(row).toHaveCount(0)
  })

  await test.step('an infected file is no evidence and can only be removed', async () => {
    scanner.hold()
    await attach(page, 'macro.txt', `Read this: ${EICAR}`)
    const row = rowOf(page, 'macro.txt')
    await expect(row).toContainText('being checked for viruses')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: 'Statement A2' })).toBeVisible()
    scanner.goOn()
    const toast = page.getByRole('listitem').filter({ hasText: 'A virus was found in macro.txt' })
    await expect(toast).toBeVisible()
    await toast.getByRole('button').click()
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(row).toContainText('A virus was found in this file. Remove it.')
    await expect(row.getByRole('button')).toHaveCount(1)
    await expect(page.getByText('“Low” asks for evidence. Attach a file')).toBeVisible()
    await expectGoodLooks(page, 'scan-virus')
    await go(page, OVERVIEW)
    await expect(page.getByText('Evidence missing for 1 answer')).toBeVisible()
    await toStatement()
    await remove('macro.txt')
    await expect(row).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })

  await test.step('while the scanner is down the submission goes ahead, and the file is checked later', async () => {
    scanner.close()
    await attach(page, 'plan.txt', 'The plan of June.')
    await expect(rowOf(page, 'plan.txt')).toContainText('being checked for viruses')
    await go(page, OVERVIEW)
    await confirm(page, 'Submit for review')
    const reviewer = await open(await anAuditor(db, tenant), '/admin/reviews')
    await reviewer.getByRole('link', { name: /^Tiny 20/ }).click()
    const file = reviewer
      .getByRole('complementary', { name: 'About this statement' })
      .getByRole('listitem', { name: 'plan.txt' })
    await expect(file).toContainText('being checked for viruses')
    await expectGoodLooks(reviewer, 'scan-away-review')
    const again = await startClamav(scanner.port)
    await expect(file.getByRole('button', { name: 'Download plan.txt' })).toBeVisible({
      timeout: 60_000,
    })
    again.close()
  })
})
