import { THIS_YEAR, aContentSet, aTenant, aUser } from 'api/testing/factories'
import { enter, expect, test } from './fixtures.ts'

test('a past year without an assessment promises no report and no workbook to fill in', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  await aContentSet(db, { tenant })
  const year = THIS_YEAR - 1
  await enter(page, await aUser(db, { tenant }), `/?year=${year}`)
  const reports = page.getByRole('region', { name: `Reports for ${year}` })
  await expect(reports).toContainText(`No assessment was started for ${year}.`)
  await expect(reports).not.toContainText('Ready when')
  await page.getByRole('button', { name: 'Questions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Download workbook (XLSX)', 'Download PDF'])
})
