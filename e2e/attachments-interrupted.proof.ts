import { appendFile, truncate, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, savedFile, signOut, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { MB, aPdf, attachmentsOn, openStatement, text } from './attaching.ts'

/** Lets the first piece of a file through, and no other. */
async function cutAfterFirst(page: Page) {
  await page.route(/pieces\?offset=(?!0$)/, (route) => route.abort('internetdisconnected'))
}

async function chooseAnother(page: Page, row: string, file: string | ReturnType<typeof text>) {
  const chooser = page.waitForEvent('filechooser')
  const button = attachmentsOn(page).row(row).getByRole('button', { name: 'Choose another file' })
  await button.click()
  await (await chooser).setFiles(file)
}

test('a refused or edited file says why, and another is chosen', async ({ page, db }, testInfo) => {
  const { player, files } = await openStatement(page, db)
  // A file on disk isn't sent through Playwright’s connection.
  const large = testInfo.outputPath('film.pdf')
  await writeFile(large, '')
  await truncate(large, 26 * MB)
  await files.input.setInputFiles([large])
  await files.input.setInputFiles([text('page.html', '<script>alert(1)</script>')])
  const tooLarge = files
    .row('film.pdf')
    .getByText('This file is larger than 25 MB. Choose a smaller file.')
  await expect(tooLarge).toBeVisible()
  await files.input.setInputFiles(text('empty.txt', ''))
  await expect(files.row('empty.txt').getByText('This file is empty')).toBeVisible()
  const html = files.row('page.html')
  await expect(html.getByText('You can’t attach this type of file.')).toBeVisible()
  await expect(files.section.getByRole('button', { name: 'Try again' })).toHaveCount(0)

  await page.reload()
  await player.at('1 of 2')
  await expect(tooLarge).toBeVisible()
  await html.getByRole('button', { name: 'Dismiss page.html' }).click()
  await expect(html).toHaveCount(0)
  await chooseAnother(page, 'film.pdf', text('minutes.txt'))
  await files.isAttached('minutes.txt')
  await expect(files.row('film.pdf')).toHaveCount(0)

  const path = testInfo.outputPath('notes.txt')
  await writeFile(path, 'Agreed in May.')
  await page.route(
    /\/attachments$/,
    async (route) => {
      await appendFile(path, ' And in June.')
      await route.continue()
    },
    { times: 1 },
  )
  await files.input.setInputFiles(path)
  const changed = files
    .row('notes.txt')
    .getByText('We can’t read this file. The file may have been changed or moved')
  await expect(changed).toBeVisible()
  await expectGoodLooks(page, 'attachment-changed')
  await chooseAnother(page, 'notes.txt', path)
  await files.isAttached('notes.txt')
  await expect(files.section.getByRole('listitem')).toHaveCount(3)

  // An edited file does not resume: all of it is sent again.
  const plan = testInfo.outputPath('plan.pdf')
  const version = (year: string) => `%PDF-1.7\n${year.repeat(600_000)}`
  await writeFile(plan, version('2025'))
  await cutAfterFirst(page)
  await files.input.setInputFiles(plan)
  await expect(files.row('plan.pdf').getByText('Waiting for a connection')).toBeVisible()
  await page.reload()
  await player.at('1 of 2')
  await page.unrouteAll()
  await expect(
    files.row('plan.pdf').getByText('uploaded. Choose the same file again'),
  ).toBeVisible()
  await writeFile(plan, version('2026'))
  await files.input.setInputFiles(plan)
  const button = files.section.getByRole('button', { name: 'Download plan.pdf' })
  const { bytes } = await savedFile(page, () => button.click())
  expect(bytes.toString() === version('2026')).toBe(true)
  await expect(files.section.getByRole('listitem')).toHaveCount(4)
})

test('an interrupted upload resumes, is cancelled or forgotten', async ({ page, db }) => {
  const { player, files } = await openStatement(page, db)
  const sent: number[] = []
  page.on('request', (request) => {
    const offset = /pieces\?offset=(\d+)/.exec(request.url())?.[1]
    if (offset !== undefined) sent.push(Number(offset))
  })
  await cutAfterFirst(page)
  await files.input.setInputFiles(aPdf('plan.pdf', 2.5 * MB))
  await expect(files.row('plan.pdf').getByText('Waiting for a connection, 40%')).toBeVisible()
  await page.unrouteAll()
  await files.isAttached('plan.pdf')
  expect(sent.filter((offset) => offset === 0)).toHaveLength(1)

  await cutAfterFirst(page)
  await files.input.setInputFiles(aPdf('film.pdf', 3 * MB))
  await expect(files.row('film.pdf').getByText('Waiting for a connection')).toBeVisible()
  await page.reload()
  await player.at('1 of 2')
  await page.unrouteAll()
  await expect(files.row('film.pdf').getByText('1 MB of 3 MB uploaded.')).toBeVisible()
  sent.length = 0
  await files.input.setInputFiles(aPdf('film.pdf', 3 * MB))
  await files.isAttached('film.pdf')
  expect(sent).toEqual([MB, 2 * MB])

  await cutAfterFirst(page)
  const name = `hosting-${'exit-plan-'.repeat(9)}with-a-long-name-v3.pdf`
  await files.input.setInputFiles([aPdf(name, 2.5 * MB), text('page.html', '<html>')])
  await expect(files.row(name).getByText('Waiting for a connection, 40%')).toBeVisible()
  const shown = files.row(name).getByText(name, { exact: true })
  expect(await shown.evaluate((label) => label.scrollWidth <= label.clientWidth)).toBe(true)
  await expect(
    files.row('page.html').getByText('You can’t attach this type of file.'),
  ).toBeVisible()
  const refused = await files.row('page.html').boundingBox()
  expect((await files.add.boundingBox())?.y).toBeLessThan(refused?.y ?? 0)
  await expectGoodLooks(page, 'attachments')
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await files.section.getByRole('button', { name: `Cancel ${name}` }).click()
  expect((await removed).status()).toBe(204)
  await page.reload()
  await expect(files.add).toBeVisible()
  await expect(files.row(name)).toHaveCount(0)

  await page.unrouteAll()
  await page.route(/\/attachments$/, (route) => route.abort('internetdisconnected'))
  await files.input.setInputFiles(text('minutes.txt'))
  const row = files.row('minutes.txt')
  await expect(row.getByText('Waiting for a connection')).toBeVisible()
  await page.reload()
  await player.at('1 of 2')
  await expect(row).toContainText(
    'The page was reloaded before this file was uploaded. Attach the file again.',
  )
  await signOut(page, 'Care Manager')
  await expect(page).toHaveURL(/login/)
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('minutes')
})
