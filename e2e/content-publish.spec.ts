import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import {
  aContentSet,
  aReport,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { enter, expect, go, test } from './fixtures.ts'
import { savedAnswers } from './player.ts'

const FILE = { ...aSmallSet(), title: 'Good care' }
const TEXT = FILE.elements[0]?.statements[0]?.text ?? ''
const REWORDED = TEXT.replace('A named', 'One')
const ALL_ELEMENTS = FILE.elements.map(({ key }) => key)

async function anOrganisation(db: Db) {
  const tenant = await aTenant(db)
  const admin = await aUser(db, { tenant, roles: ['admin'] })
  const respondent = await aUser(db, { tenant })
  const contentSetId = await aContentSet(db, { tenant, file: FILE })
  return { tenant, admin, respondent, contentSetId }
}

/** Changes the first statement in the next version, and asks for its publication. */
async function writeNextVersion(page: Page, text: string) {
  await page.getByRole('button', { name: 'Actions for Good care, version 1' }).click()
  await page.getByRole('menuitem', { name: 'Make a new version' }).click()
  await page
    .getByRole('textbox', { name: 'Find' })
    .or(page.getByRole('searchbox', { name: 'Find' }))
    .fill(TEXT.slice(0, 30))
  await page.getByRole('treeitem', { name: TEXT.slice(0, 30) }).click()
  await page.getByRole('textbox', { name: 'Statement', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  return page.getByRole('alertdialog', { name: 'Publish version 2?' })
}

async function reportFile(page: Page, reportId: number) {
  await go(page, `/action-reports/${reportId}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  return await readFile(await download.path())
}

test('answers carry over to a new version, and the report of the version before stays byte for byte', async ({
  page,
  as,
  db,
}) => {
  // Two PDFs, two people and the whole way between them.
  test.slow()
  const { tenant, admin, respondent, contentSetId } = await anOrganisation(db)
  const id = await anAssessment(db, { user: respondent, contentSetId })
  // What is completed may move, and is not in progress.
  await anAssessment(db, { user: await aUser(db, { tenant }), contentSetId, answered: [] })
  const reportId = await aReport(db, respondent, id)
  const answers = await savedAnswers(db, respondent.id)
  await enter(page, respondent, '/')
  await expect(page.getByText('of these statements is there')).toHaveCount(0)
  const before = await reportFile(page, reportId)

  const office = await as(admin, '/admin/content-sets')
  const dialog = await writeNextVersion(office, `${TEXT} Every year.`)
  await expect(dialog).toContainText('Version 2 replaces version 1 for new assessments.')
  await expect(dialog).toContainText('1 assessment is in progress on version 1')
  await dialog.getByRole('button', { name: 'Publish version 2' }).click()
  await expect(dialog).toContainText('Say what has changed: respondents are shown it')
  await dialog.getByRole('textbox', { name: 'What changed?' }).fill('It asks about every year now.')
  await dialog.getByRole('button', { name: 'Publish version 2' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(office.getByRole('button', { name: 'Make a new version' })).toBeVisible()

  await go(page, '/')
  await expect(page.getByText('Version 2 of these statements is there.')).toBeVisible()
  await page.getByRole('button', { name: 'See what changed' }).click()
  const news = page.getByRole('dialog', { name: 'What changed in version 2' })
  await expect(news).toContainText('It asks about every year now.')
  await expect(news).toContainText('1 statement is changed')
  await news.getByRole('button', { name: 'Move to version 2' }).click()
  await expect(page.getByText('1 of 2 answered, 1 to confirm')).toBeVisible()
  await expect(page.getByText('of these statements is there')).toHaveCount(0)
  expect(await savedAnswers(db, respondent.id)).toEqual(answers)

  const after = await reportFile(page, reportId)
  expect(after.equals(before)).toBe(true)
})

test('a change of wording alone reaches running assessments at once, with nothing to confirm', async ({
  page,
  db,
}) => {
  const { admin, respondent, contentSetId } = await anOrganisation(db)
  await anAssessment(db, { user: respondent, contentSetId, answered: ALL_ELEMENTS })
  await enter(page, admin, '/admin/content-sets')
  const dialog = await writeNextVersion(page, REWORDED)
  await expect(dialog).not.toContainText('Nothing differs')
  await dialog.getByRole('textbox', { name: 'What changed?' }).fill('Plainer words.')
  await dialog.getByRole('checkbox', { name: /^A minor change/ }).check()
  await expect(dialog).toContainText('They begin to move to version 2 at once')
  await dialog.getByRole('button', { name: 'Publish version 2' }).click()
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(async () => {
      const { content_set_id } = await db
        .selectFrom('assessments')
        .select('content_set_id')
        .where('user_id', '=', respondent.id)
        .executeTakeFirstOrThrow()
      return content_set_id !== contentSetId
    })
    .toBe(true)
  await enter(page, respondent, '/')
  await expect(page.getByText('2 of 2 complete')).toBeVisible()
  await expect(page.getByText('to confirm')).toHaveCount(0)
})

test('versions are compared, and a retired one starts nothing', async ({ page, db }) => {
  await test.step('two versions stand side by side, statement by statement, with the words marked', async () => {
    const { admin } = await anOrganisation(db)
    await enter(page, admin, '/admin/content-sets')
    const dialog = await writeNextVersion(page, `${TEXT} Every year.`)
    await dialog.getByRole('button', { name: 'Keep as draft' }).click()
    await page.getByRole('button', { name: 'Versions' }).click()
    await expect(page.getByText('1 statement changed')).toBeVisible()
    await page.getByRole('link', { name: 'Compare with version 1' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare versions')
    const change = page.getByRole('list', { name: 'Statements that differ' }).getByRole('listitem')
    await expect(change).toHaveCount(1)
    await expect(change.getByRole('insertion')).toHaveText(/Every year/)
    await expect(change).toContainText('Answers to be confirmed')
  })

  await test.step('a retired version starts no new assessment', async () => {
    const { admin, respondent } = await anOrganisation(db)
    await enter(page, admin, '/admin/content-sets')
    await page.getByRole('button', { name: 'Actions for Good care, version 1' }).click()
    await page.getByRole('menuitem', { name: 'Retire' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Retire version 1?' })
    await dialog.getByRole('button', { name: 'Retire version 1' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('row', { name: 'Good care' })).toContainText('Retired')
    await enter(page, respondent, '/')
    await expect(page.getByText('Oops! We could not find content set.')).toBeVisible()
  })
})
