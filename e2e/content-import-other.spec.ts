import type { Page } from '@playwright/test'
import { aTenant } from 'api/testing/factories'
import { anAdmin, enter, expect, go, test } from './fixtures.ts'

async function check(page: Page, name: string, content: object | string) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Check file' }).click()
}

const control = (id: string) => ({
  id,
  title: `Control ${id}`,
  parts: [{ name: 'statement', prose: `Do ${id}.` }],
})
const CATALOGUE = {
  catalog: {
    metadata: { title: 'Care of gardens' },
    groups: [{ id: 'g', title: 'Water', controls: ['g-1', 'g-2', 'g-3'].map(control) }],
  },
}
const PROFILE = {
  profile: {
    metadata: { title: 'Small gardens' },
    imports: [{ href: 'gardens.json', 'include-controls': [{ 'with-ids': ['g-1', 'g-3'] }] }],
  },
}

const LIBRARY = `
name: Garden library
locale: en
objects:
  framework:
    name: Garden care
    implementation_groups_definition:
      - { ref_id: S, name: Small }
      - { ref_id: L, name: Large }
    requirement_nodes:
      - { urn: a, assessable: false, ref_id: A, name: Soil, translations: { fr: { name: Sol } } }
      - { urn: b, parent_urn: a, assessable: true, ref_id: A.1, name: Heap, implementation_groups: [S] }
      - { urn: c, parent_urn: a, assessable: true, ref_id: A.2, name: Lid, implementation_groups: [L] }
`

const TABLE =
  'Topic,Check,Hint\nSoil,There is a heap.,Turn it.\n,It is covered.,\nWater,There is a can.,'

/** Of elements, statements and responses. */
async function expectCounts(page: Page, counts: number[]) {
  for (const [index, count] of counts.entries())
    await expect(page.getByRole('definition').nth(index)).toHaveText(String(count))
}

test('frameworks in other formats become drafts, and the preview asks what they lack', async ({
  page,
  db,
}) => {
  const admin = await anAdmin(db, { tenant: await aTenant(db) })
  const leftOut = page.getByRole('region', { name: 'What is left out' })
  const createDraft = async () => {
    await page.getByRole('button', { name: 'Create draft' }).click()
    await expect(page).toHaveURL(/\/admin\/content-sets\/\d+/)
  }

  await enter(page, admin, '/admin/content-sets/create?from=file')
  await check(page, 'profile.json', PROFILE)
  await expect(page.getByText('1 error in profile.json.')).toBeVisible()
  await expect(page.getByText(/Choose its catalogue too: “gardens\.json”/)).toBeVisible()
  const bytes = Buffer.from(JSON.stringify(CATALOGUE))
  await page
    .getByLabel('Catalogue', { exact: true })
    .setInputFiles({ name: 'gardens.json', mimeType: 'application/json', buffer: bytes })
  await page.getByRole('button', { name: 'Check both files' }).click()
  await expect(page.getByText(/“Small gardens” chooses 2 of 3 controls/)).toBeVisible()
  await expect(leftOut).toContainText('1 control that the profile doesn’t choose')
  await expectCounts(page, [1, 2, 6])
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page.getByRole('alert').getByText('First choose the responses.')).toBeVisible()
  await expect(page.getByText('Suggested: No, Partly, Yes')).toBeVisible()
  // Before the file is read again for the one choice, the other is made.
  await page.getByLabel('Responses').selectOption('Yes or no')
  await page.getByRole('radio', { name: /All controls in the catalogue/ }).click()
  await expectCounts(page, [1, 3, 6])
  await expect(page.getByRole('list', { name: 'Groups' })).toContainText(
    'Small gardens 2 statements',
  )
  await page.getByRole('radio', { name: /^Profiles/ }).click()
  await createDraft()
  await expect(page.getByRole('heading', { level: 1, name: 'Care of gardens' })).toBeVisible()

  await go(page, '/admin/content-sets/create?from=file')
  await check(page, 'garden.yaml', LIBRARY)
  await expect(page.getByText('A CISO Assistant library: “Garden care”')).toBeVisible()
  await expect(page.getByText(/Check that you have the right to use this framework/)).toBeVisible()
  await page.getByLabel('Language').selectOption('French')
  await expect(page.getByRole('region', { name: 'Elements' })).toContainText('Sol')
  await page.getByRole('radio', { name: /^Scope levels \(suggested\)/ }).click()
  await page.getByRole('button', { name: 'Move Small down' }).click()
  await expect(page.getByRole('list', { name: 'Groups' }).getByRole('listitem')).toContainText([
    'Large',
    'Small',
  ])
  await page.getByLabel('Responses').selectOption('Other responses')
  await page.getByLabel('Response names').fill('Never\nSometimes\nOften\nAlways')
  await page.getByLabel('Response names').blur()
  await expect(page.getByText('Levels: Never, Sometimes, Often, Always')).toBeVisible()
  await createDraft()
  await expect(page.getByRole('heading', { level: 1, name: 'Garden care' })).toBeVisible()

  await go(page, '/admin/content-sets/create?from=file')
  await check(page, 'checks.csv', TABLE)
  await expect(page.getByText('A table with 3 rows and 3 columns.')).toBeVisible()
  await page.getByRole('button', { name: 'Assign columns' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign columns' })
  await dialog.getByLabel('Check').selectOption('Statement')
  await dialog.getByLabel('Topic').selectOption('Element')
  await dialog.getByLabel('Hint').selectOption('Guidance')
  await dialog.getByRole('button', { name: 'Use these columns' }).click()
  await expectCounts(page, [2, 3, 9])
  await expect(leftOut).toHaveText(/Nothing/)
  await page.getByLabel('Responses').selectOption('Yes, partly or no')
  await createDraft()
  await go(page, '/admin/content-sets/create?from=file')
  await check(page, 'next year.csv', TABLE.replace('a can', 'a hose'))
  await expect(page.getByText('Element: Topic · Statement: Check · Guidance: Hint')).toBeVisible()
  await expectCounts(page, [2, 3, 9])
})
