import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { start } from './player.ts'

test('a file that was changed meanwhile, and a folder', async ({ page, db }, testInfo) => {
  await test.step('a file that was changed since it was chosen is not waited for: it is chosen again', async () => {
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

  await test.step('an upload does not go on with a file that was edited since: all of it is sent anew', async () => {
    await enter(page, (await aSmallOrganisation(db)).user)
    const player = await start(page)
    const path = testInfo.outputPath('plan.pdf')
    const version = (year: string) => `%PDF-1.7\n${year.repeat(600_000)}`
    await writeFile(path, version('2025'))
    const section = page.getByRole('region', { name: 'Attachments' })
    const row = section.getByRole('listitem', { name: 'plan.pdf' })
    await page.route(/pieces\?offset=(?!0$)/, (route) => route.abort('internetdisconnected'))
    await section.locator('input[type=file]').setInputFiles(path)
    await expect(row.getByText('Waits for the connection')).toBeVisible()
    await page.reload()
    await player.at('1 of 2')
    // Not while the page loads: what is asked for at that moment may stay without an answer.
    await page.unrouteAll()
    await expect(row.getByText('have arrived')).toBeVisible()

    await writeFile(path, version('2026'))
    await section.locator('input[type=file]').setInputFiles(path)
    const download = page.waitForEvent('download')
    await section.getByRole('button', { name: 'Download plan.pdf' }).click()
    expect((await readFile(await (await download).path(), 'utf8')) === version('2026')).toBe(true)
    await expect(section.getByRole('listitem')).toHaveCount(1)
  })
})
