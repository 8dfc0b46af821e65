import { aTenant, aUser } from 'api/testing/factories'
import { aGod, addressOf, anAdmin, enter, expect, savedFile, test, turnTo } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aTemplate } from './templates.ts'

test('a new organisation’s admin is led to a framework, people and a brand', async ({
  page,
  db,
}) => {
  const { title } = await aTemplate(db)
  const tenant = await aTenant(db)
  const steps = page.getByRole('region', { name: 'Get your organisation started' })
  const none = page.getByRole('heading', { name: 'Oops! We could not find content set.' })
  await enter(page, await aUser(db, { tenant }))
  await expect(none).toBeVisible()
  await expect(page.getByText('Choose another, or ask your administrator.')).toBeVisible()
  await expect(steps).toHaveCount(0)

  await enter(page, await anAdmin(db, { tenant }))
  await expect(none).toBeVisible()
  await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
    'Choose a framework',
    'Invite people, done',
    'Add your brand',
  ])
  await expectGoodLooks(page, 'start-overview')
  await steps.getByRole('link', { name: 'Use a template' }).click()
  const use = page.getByRole('button', { name: `Use template: ${title}` })
  await expect(use).toBeVisible()
  await expectGoodLooks(page, 'start-templates')
  await page.getByRole('button', { name: `View statements: ${title}` }).click()
  const contents = page.getByRole('dialog', { name: title })
  await expect(contents.getByRole('heading', { level: 3 })).toHaveText([
    '1 Governance and accountability',
    '2 Important services',
  ])
  await expect(contents.getByRole('listitem').first()).toContainText('1.1')
  await expectGoodLooks(page, 'start-template-contents')
  await contents.getByRole('button', { name: 'Close' }).first().click()
  await use.click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Your organisation gets its own copy.')
  await dialog.getByRole('button', { name: 'Publish template' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await expect(page.getByRole('link', { name: 'Invite people' })).toHaveAttribute(
    'href',
    '/admin/users',
  )
  await expectGoodLooks(page, 'start-published')
  await page.getByRole('link', { name: 'Answer this content set' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we are')
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
  const header = page.getByRole('banner')
  await header.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(steps).toContainText('Choose a framework, done')
  await expectGoodLooks(page, 'start-dashboard')
  await steps.getByRole('button', { name: 'Hide these steps' }).click()
  await expect(steps).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await header.getByRole('link', { name: 'Answer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Where we are')
  await expectGoodLooks(page, 'overview-of-admin')
})

test('an admin downloads everything, and their own data', async ({ page, db }) => {
  const tenant = await aTenant(db)
  const admin = await anAdmin(db, { tenant })
  const everything = { path: '/admin/organisation', title: 'Download everything' }
  const own = { path: '/admin/account/general', title: 'Download my data' }
  const partsOf = (title: string) => {
    const section = page.getByRole('region', { name: title })
    return { section, ready: section.getByRole('button', { name: /^Download \(/ }) }
  }
  await enter(page, admin, '/admin')
  for (const { path, title } of [everything, own]) {
    const { section, ready } = partsOf(title)
    await turnTo(page, path)
    await section.getByRole('button', { name: 'Prepare download' }).click()
    await expect(section.getByText('We’re preparing your download').or(ready)).toBeVisible()
  }
  for (const { path, title } of [own, everything]) {
    const { section, ready } = partsOf(title)
    if (path !== own.path) await turnTo(page, path)
    await expect(ready).toBeVisible({ timeout: 30_000 })
    await expect(section.getByText(/is ready\. You can download it until/)).toBeVisible()
    const { name } = await savedFile(page, () => ready.click())
    expect(name).toMatch(new RegExp(`^${tenant.domain}-.*\\.zip$`))
  }
  await expectGoodLooks(page, 'download')
  await db
    .updateTable('generated_files')
    .set({ missing_files: 2 })
    .where('created_by', '=', admin.id)
    .execute()
  const missing = '2 files could not be found, so they are not included.'
  for (const { path, title } of [own, everything]) {
    await turnTo(page, path)
    await expect(partsOf(title).section).toContainText(missing)
  }
  await expectGoodLooks(page, 'download-incomplete')
})

test('a god-admin sees when an organisation will be deleted, and keeps it', async ({
  page,
  db,
}) => {
  const tenant = await aTenant(db)
  await db
    .updateTable('tenants')
    .set({ status: 'suspended', removal_at: '2099-05-04T10:00:00Z' })
    .where('id', '=', tenant.id)
    .execute()
  await page.goto(addressOf(tenant.host, '/'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/is closed$/)
  await expect(page.getByText('All data will be deleted on 4 May 2099')).toBeVisible()
  await expectGoodLooks(page, 'organisation-closed')
  await enter(page, await aGod(db), `/admin/applications/${tenant.id}/main`)
  await expect(page.getByText('Will be deleted on 4 May 2099', { exact: true })).toBeVisible()
  const keep = page.getByRole('button', { name: 'Keep organisation' })
  await expect(keep).toBeVisible()
  await expectGoodLooks(page, 'organisation-removal')
  await keep.click()
  await expect(page.getByRole('heading', { name: 'Suspend organisation' })).toBeVisible()
})
