import { readFile, truncate, writeFile } from 'node:fs/promises'
import type { Locator, Page, TestInfo } from '@playwright/test'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aSmallOrganisation } from './organisations.ts'
import { start } from './player.ts'

const MB = 1024 * 1024
const text = (name: string, content = 'Agreed in May.') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})
const recording = (name: string, size: number) => {
  const buffer = Buffer.alloc(size, 7)
  buffer.write('%PDF-1.7\n')
  return { name, mimeType: 'application/pdf', buffer }
}

/** On the disk, and not through the wire to the browser. */
async function aLargeFile(testInfo: TestInfo) {
  const path = testInfo.outputPath('film.pdf')
  await writeFile(path, '')
  await truncate(path, 26 * MB)
  return path
}

function attachmentsOn(page: Page) {
  const section = page.getByRole('region', { name: 'Attachments' })
  return {
    section,
    input: section.locator('input[type=file]'),
    add: section.getByRole('button', { name: 'Add a file' }),
    row: (name: string): Locator => section.getByRole('listitem', { name }),
    isAttached: (name: string) =>
      expect(section.getByRole('button', { name: `Download ${name}` })).toBeVisible(),
  }
}

test('files are picked, dropped and pasted, told apart, come back as they were, and are removed and restored', async ({
  page,
  db,
}) => {
  await test.step('files are picked, several at once, come back as they were, and are removed and restored', async () => {
    await enter(page, (await aSmallOrganisation(db)).user)
    const player = await start(page)
    const files = attachmentsOn(page)
    await page.keyboard.press('a')
    await expect(files.add).toBeFocused()
    await files.input.setInputFiles([text('minutes.txt'), recording('plan.pdf', 2.5 * MB)])
    await files.isAttached('minutes.txt')
    await files.isAttached('plan.pdf')
    await expect(files.row('plan.pdf').getByText('2.5 MB')).toBeVisible()

    await test.step('they stand with their statement', async () => {
      await player.next.click()
      await player.at('2 of 2')
      await expect(files.section.getByRole('listitem')).toHaveCount(0)
      await page.reload()
      await player.at('1 of 2')
      await files.isAttached('plan.pdf')
    })

    await test.step('and are downloaded', async () => {
      const download = page.waitForEvent('download')
      await files.section.getByRole('button', { name: 'Download minutes.txt' }).click()
      const saved = await download
      expect(saved.suggestedFilename()).toBe('minutes.txt')
      expect(await readFile(await saved.path(), 'utf8')).toBe('Agreed in May.')
    })

    await files.section.getByRole('button', { name: 'Remove minutes.txt' }).click()
    await expect(files.row('minutes.txt')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await files.isAttached('minutes.txt')
  })

  await test.step('files are dropped and pasted anywhere on the page', async () => {
    await enter(page, (await aSmallOrganisation(db)).user)
    const player = await start(page)
    const files = attachmentsOn(page)
    const given = (name: string) => `(() => {
      const data = new DataTransfer()
      data.items.add(new File(['Agreed.'], '${name}', { type: 'text/plain' }))
      return data
    })()`
    await page.evaluate(
      `document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer: ${given('a.txt')}, bubbles: true }))`,
    )
    await expect(files.section.getByText('Drop to attach')).toBeVisible()
    await page.evaluate(
      `document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: ${given('dropped.txt')}, bubbles: true }))`,
    )
    await files.isAttached('dropped.txt')
    await player.notes.focus()
    await page.evaluate(
      `document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: ${given('pasted.txt')}, bubbles: true }))`,
    )
    await files.isAttached('pasted.txt')
  })
})

test('what is refused says why, at once and after a reload', async ({ page, db }, testInfo) => {
  await enter(page, (await aSmallOrganisation(db)).user)
  const player = await start(page)
  const files = attachmentsOn(page)
  await files.input.setInputFiles([await aLargeFile(testInfo)])
  await files.input.setInputFiles([text('page.html', '<script>alert(1)</script>')])
  await expect(files.row('film.pdf').getByText('This file is larger than 25 MB.')).toBeVisible()
  await files.input.setInputFiles(text('empty.txt', ''))
  await expect(files.row('empty.txt').getByText('This file is empty')).toBeVisible()
  const page1 = files.row('page.html')
  await expect(page1.getByText('This kind of file is not taken.')).toBeVisible()
  await expect(files.section.getByRole('button', { name: 'Try again' })).toHaveCount(0)

  await page.reload()
  await player.at('1 of 2')
  await expect(files.row('film.pdf').getByText('This file is larger than 25 MB.')).toBeVisible()
  await page1.getByRole('button', { name: 'Dismiss page.html' }).click()
  await expect(page1).toHaveCount(0)
  const chooser = page.waitForEvent('filechooser')
  await files.row('film.pdf').getByRole('button', { name: 'Choose another file' }).click()
  await (await chooser).setFiles(text('minutes.txt'))
  await files.isAttached('minutes.txt')
  await expect(files.row('film.pdf')).toHaveCount(0)
})

test('an upload that was cut off goes on, is cancelled, or says that it was not sent', async ({
  page,
  db,
}) => {
  await test.step('an upload goes on after the connection was lost, and after the page was left', async () => {
    const { user } = await aSmallOrganisation(db)
    await enter(page, user)
    const player = await start(page)
    const files = attachmentsOn(page)
    const sent: string[] = []
    page.on('request', (request) => {
      const offset = /pieces\?offset=(\d+)/.exec(request.url())?.[1]
      if (offset !== undefined) sent.push(offset)
    })
    const cut = async () =>
      await page.route(/pieces\?offset=(?!0$)/, (route) => route.abort('internetdisconnected'))
    await cut()
    await files.input.setInputFiles(recording('plan.pdf', 2.5 * MB))
    await expect(files.row('plan.pdf').getByText('Waits for the connection, 40%')).toBeVisible()
    await page.unrouteAll()
    await files.isAttached('plan.pdf')
    expect(sent.filter((offset) => offset === '0')).toHaveLength(1)

    await cut()
    await files.input.setInputFiles(recording('film.pdf', 3 * MB))
    await expect(files.row('film.pdf').getByText('Waits for the connection')).toBeVisible()
    await page.reload()
    await player.at('1 of 2')
    await page.unrouteAll()
    await expect(files.row('film.pdf').getByText('1 MB of 3 MB have arrived.')).toBeVisible()
    sent.length = 0
    await files.input.setInputFiles(recording('film.pdf', 3 * MB))
    await files.isAttached('film.pdf')
    expect(sent).toEqual([String(MB), String(2 * MB)])
  })

  await test.step('an upload is cancelled, and nothing of it stays', async () => {
    const { user } = await aSmallOrganisation(db)
    await enter(page, user)
    await start(page)
    const files = attachmentsOn(page)
    await page.route(/pieces\?offset=(?!0$)/, (route) => route.abort('internetdisconnected'))
    await files.input.setInputFiles(recording('plan.pdf', 2.5 * MB))
    await expect(files.row('plan.pdf').getByText('Waits for the connection')).toBeVisible()
    const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await files.section.getByRole('button', { name: 'Cancel plan.pdf' }).click()
    expect((await removed).status()).toBe(204)
    await page.reload()
    await expect(files.add).toBeVisible()
    await expect(files.row('plan.pdf')).toHaveCount(0)
  })

  await test.step('a file that was not sent before a reload says so, to its respondent alone', async () => {
    await enter(page, (await aSmallOrganisation(db)).user)
    const player = await start(page)
    const files = attachmentsOn(page)
    await page.route(/\/attachments$/, (route) => route.abort('internetdisconnected'))
    await files.input.setInputFiles(text('minutes.txt'))
    await expect(files.row('minutes.txt').getByText('Waits for the connection')).toBeVisible()
    await page.reload()
    await player.at('1 of 2')
    await expect(files.row('minutes.txt')).toContainText(
      'It was not sent before the page was loaded',
    )
    await page.getByRole('button', { name: 'Care Manager' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/login/)
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('minutes')
  })
})

test('attachments look right', async ({ page, db }) => {
  await enter(page, (await aSmallOrganisation(db)).user)
  await start(page)
  const files = attachmentsOn(page)
  await files.input.setInputFiles([text('critical-supplier-list.csv'), text('page.html', '<html>')])
  await files.isAttached('critical-supplier-list.csv')
  await expect(
    files.row('page.html').getByRole('button', { name: 'Choose another file' }),
  ).toBeVisible()
  const [add, refused] = await Promise.all([
    files.add.boundingBox(),
    files.row('page.html').boundingBox(),
  ])
  expect(add?.y).toBeLessThan(refused?.y ?? 0)
  await page.route(/pieces\?offset=(?!0$)/, (route) => route.abort('internetdisconnected'))
  const name = `hosting-${'exit-plan-'.repeat(9)}with-a-long-name-v3.pdf`
  await files.input.setInputFiles(recording(name, 2.5 * MB))
  const shown = files.row(name).getByText(name, { exact: true })
  expect(await shown.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
  await expect(files.section.getByText('Waits for the connection, 40%')).toBeVisible()
  await expectGoodLooks(page, 'attachments')
})
