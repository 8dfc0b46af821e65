import { appendFile, writeFile } from 'node:fs/promises'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { start } from './player.ts'

test('a file that was changed since it was chosen is not waited for: it is chosen again', async ({
  page,
  db,
}, testInfo) => {
  await enter(page, (await aSmallOrganisation(db)).user)
  await start(page)
  const path = testInfo.outputPath('minutes.txt')
  await writeFile(path, 'Agreed in May.')
  await page.route(
    /\/attachments$/,
    async (route) => {
      await appendFile(path, ' And in June.')
      await route.continue()
    },
    { times: 1 },
  )
  const section = page.getByRole('region', { name: 'Attachments' })
  await section.locator('input[type=file]').setInputFiles(path)
  const row = section.getByRole('listitem', { name: 'minutes.txt' })
  await expect(row.getByText('This file was changed or moved since it was chosen')).toBeVisible()
  await expectGoodLooks(page, 'attachment-changed')
  const chooser = page.waitForEvent('filechooser')
  await row.getByRole('button', { name: 'Choose another file' }).click()
  await (await chooser).setFiles(path)
  await expect(section.getByRole('button', { name: 'Download minutes.txt' })).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(1)
})
