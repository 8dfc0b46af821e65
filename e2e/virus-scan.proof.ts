import { aSetWithEvidence, anAuditor } from 'api/testing/certifying'
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

test('evidence is checked for viruses before it counts', async ({ product, scanner }) => {
  test.setTimeout(180_000)
  const { db, open } = product
  const tenant = await aTenant(db)
  const contentSetId = await aContentSet(db, { tenant, file: aSetWithEvidence('A1') })
  const user = await aUser(db, { tenant })
  await anAssessment(db, { user, contentSetId, type: 'certification' })
  const page = await open(user, OVERVIEW)
  const section = page.getByRole('region', { name: 'Attachments' })
  const missing = page.getByRole('region', { name: 'Before you submit' })
  const attach = async (name: string, content: string) => {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(content) }
    await section.locator('input[type=file]').setInputFiles(file)
    const row = section.getByRole('listitem', { name })
    await expect(row).toContainText('being checked for viruses')
    return row
  }
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` }).click()
  await missing.getByRole('link', { name: /Element A/ }).click()

  scanner.hold()
  const clean = await attach('minutes.txt', 'Agreed in May.')
  await expect(clean.getByRole('button', { name: /^Download/ })).toHaveCount(0)
  await expectGoodLooks(page, 'scan-checking')
  scanner.goOn()
  await expect(clean.getByRole('button', { name: 'Download minutes.txt' })).toBeVisible()
  await remove('minutes.txt')
  await expect(clean).toHaveCount(0)

  scanner.hold()
  const infected = await attach('macro.txt', `Read this: ${EICAR}`)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Statement A2' })).toBeVisible()
  scanner.goOn()
  const toast = page.getByRole('listitem').filter({ hasText: 'A virus was found in macro.txt' })
  await expect(toast).toBeVisible()
  await toast.getByRole('button').click()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(infected).toContainText('This file contains a virus. Remove the file.')
  await expect(infected.getByRole('button')).toHaveCount(1)
  await expect(page.getByText('“Low” requires evidence. Attach a file')).toBeVisible()
  await expectGoodLooks(page, 'scan-virus')
  await go(page, OVERVIEW)
  await expect(page.getByText('1 file missing')).toBeVisible()
  await missing.getByRole('link', { name: /Element A/ }).click()
  await remove('macro.txt')
  await expect(infected).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)

  // While the scanner is down the submission goes ahead, and the file is checked later.
  scanner.close()
  await attach('plan.txt', 'The plan of June.')
  await go(page, OVERVIEW)
  await confirm(page, 'Submit for review')
  const reviewer = await open(await anAuditor(db, tenant), '/admin/reviews')
  await reviewer.getByRole('link', { name: /^Tiny 20/ }).click()
  const beside = reviewer.getByRole('complementary', { name: 'About this statement' })
  const file = beside.getByRole('listitem', { name: 'plan.txt' })
  await expect(file).toContainText('being checked for viruses')
  const again = await startClamav(scanner.port)
  const openFile = file.getByRole('button', { name: 'Open plan.txt' })
  await expect(openFile).toBeVisible({ timeout: 60_000 })
  again.close()
})
