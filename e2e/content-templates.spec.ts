import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aContentSet, aSmallSet, aTenant, aUser, theTenant } from 'api/testing/factories'
import { holdTurn } from 'api/testing/hold-turn'
import { send } from './builder.ts'
import { enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a template is copied to two organisations, and the list says which version each runs', async ({
  page,
  as,
  db,
}) => {
  const title = `Pattern ${randomInt(1e9)}`
  const platform = await theTenant(db, 'admin')
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
  const kestrel = await aTenant(db, { name: `Kestrel ${title}` })
  const linden = await aTenant(db, { name: `Linden ${title}` })
  await aContentSet(db, { tenant: platform, file: { ...aSmallSet(), title } })
  await enter(page, god, `/admin/content-sets?title=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: `Actions for ${title}, version 1` }).click()
  await page.getByRole('menuitem', { name: 'Copy to organisations' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Copies')
  const row = (name: string) => page.getByRole('row', { name })
  await expect(row(kestrel.host).or(row(`Kestrel ${title}`))).toContainText('Not copied')
  await page.getByRole('checkbox', { name: `Choose Kestrel ${title}` }).check()
  await page.getByRole('checkbox', { name: `Choose Linden ${title}` }).check()
  await page.getByRole('button', { name: 'Copy version 1 to 2 organisations' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('None of them runs it yet.')
  await dialog.getByRole('button', { name: 'Copy to 2 organisations' }).click()
  await expect(dialog).toHaveCount(0)
  for (const name of [`Kestrel ${title}`, `Linden ${title}`]) {
    await expect(row(name)).toContainText('Version 1 of the template')
    await expect(row(name)).toContainText('Newest')
  }

  await page.getByRole('checkbox', { name: `Choose Linden ${title}` }).check()
  await expect(page.getByRole('button', { name: 'It is there already' })).toBeDisabled()

  const admin = await aUser(db, { tenant: linden, roles: ['admin'] })
  const office = await as(admin, '/admin/content-sets')
  await expect(office.getByRole('rowheader')).toHaveText([title])
  await expect(office.getByRole('row', { name: title })).toContainText('Published')
  await office.getByRole('link', { name: title }).click()
  await office.getByRole('button', { name: 'Versions' }).click()
  await expect(office.getByText(/, copied from the platform$/)).toBeVisible()
  const respondent = await aUser(db, { tenant: kestrel })
  await enter(page, respondent, '/')
  await expect(page.getByText('2 statements', { exact: true }).first()).toBeVisible()
})

test('a template is copied over own changes, is not deleted once copied, and is for god-admins alone', async ({
  page,
  as,
  db,
}) => {
  await test.step('before a template is copied over an organisation’s own changes that is said, and who was not reached is named', async () => {
    const title = `Pattern ${randomInt(1e9)}`
    const platform = await theTenant(db, 'admin')
    const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
    const [ours, others] = [`Kestrel ${title}`, `Linden ${title}`]
    const kestrel = await aTenant(db, { name: ours })
    const linden = await aTenant(db, { name: others })
    const first = await aContentSet(db, { tenant: platform, file: { ...aSmallSet(), title } })
    await enter(page, god, '/favicon.svg')
    const { copies } = await send(page, 'POST', `/content-sets/${first}/copies`, {
      tenant_ids: [kestrel.id, linden.id],
    })
    const admin = await aUser(db, { tenant: kestrel, roles: ['admin'] })
    const office = await as(admin, '/favicon.svg')
    await publishNext(office, copyIn(copies, kestrel.id), { licence: 'Ours' })
    const next = await publishNext(page, first, { licence: 'CC0' })

    await go(page, `/admin/content-sets/${next}/copies`)
    const row = (name: string) => page.getByRole('row', { name })
    await expect(row(ours)).toContainText('with changes of its own')
    await expect(row(others)).not.toContainText('with changes of its own')
    await page.getByRole('checkbox', { name: `Choose ${ours}` }).check()
    await page.getByRole('checkbox', { name: `Choose ${others}` }).check()
    await page.getByRole('button', { name: 'Copy version 2 to 2 organisations' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(
      `${ours} has published changes of their own: those are not in this version, and stay in the earlier one.`,
    )
    await expectGoodLooks(page, 'template-copy-own-changes')
    // Somebody else is at work on what one of them has, for longer than anybody waits.
    const letGo = await holdTurn(db, kestrel.id)
    await dialog.getByRole('button', { name: 'Copy to 2 organisations' }).click()
    await expect(page.getByText(`Not copied to ${ours}`).first()).toBeVisible()
    await letGo()
    await expect(page.getByText('It was copied to 1 organisation.').first()).toBeVisible()
    await expect(row(ours)).toContainText('Version 1 of the template')
    await expect(row(others)).toContainText('Version 2 of the template')
  })

  await test.step('a template that an organisation has is not deleted, and retiring it keeps what was copied', async () => {
    const title = `Pattern ${randomInt(1e9)}`
    const platform = await theTenant(db, 'admin')
    const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
    const kestrel = await aTenant(db, { name: `Kestrel ${title}` })
    const id = await aContentSet(db, { tenant: platform, file: { ...aSmallSet(), title } })
    await enter(page, god, '/favicon.svg')
    await send(page, 'POST', `/content-sets/${id}/copies`, { tenant_ids: [kestrel.id] })
    await go(page, `/admin/content-sets?title=${encodeURIComponent(title)}`)
    const template = page.getByRole('row').filter({ hasText: 'Template' })
    const ask = async (what: string) => {
      await template.getByRole('button', { name: `Actions for ${title}, version 1` }).click()
      await page.getByRole('menuitem', { name: what }).click()
    }
    await ask('Delete')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('only if no organisation has a copy of it.')
    await dialog.getByRole('button', { name: 'Delete version 1' }).click()
    await expect(dialog.getByRole('alert')).toContainText(
      '1 organisation has a copy of this content set: retire it instead.',
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await ask('Retire')
    await expect(dialog).toContainText('Copies that they have stay as they are.')
    await dialog.getByRole('button', { name: 'Retire version 1' }).click()
    await expect(template).toContainText('Retired')
    await expect(page.getByRole('row').filter({ hasText: `Kestrel ${title}` })).toContainText(
      'Published',
    )
  })

  await test.step('nobody but a god-admin opens the copies of a template', async () => {
    const platform = await theTenant(db, 'admin')
    const tenant = await aTenant(db)
    const id = await aContentSet(db, { tenant: platform, file: aSmallSet() })
    const own = await aContentSet(db, { tenant, file: aSmallSet() })
    const admin = await aUser(db, { tenant, roles: ['admin'] })
    await enter(page, admin, `/admin/content-sets/${id}/copies`)
    await expect(page.getByRole('heading', { name: 'Copies' })).toHaveCount(0)
    await go(page, `/admin/content-sets/${own}/copies`)
    await expect(page.getByRole('heading', { name: 'Copies' })).toHaveCount(0)
  })
})

/** Which content set an organisation has of a template. */
function copyIn(copies: unknown, tenantId: number) {
  const all = copies as { tenant: { id: number }; content_set: { id: number } | null }[]
  return all.find(({ tenant }) => tenant.id === tenantId)?.content_set?.id ?? 0
}

/** The next version with another head, by the API; answers its id. */
async function publishNext(page: Page, id: number, change: object) {
  const { id: next } = await send(page, 'POST', `/content-sets/${id}/versions`)
  const draft = await send(page, 'GET', `/content-sets/${String(next)}`)
  const head = { ...(draft['head'] as object), ...change }
  const set = `/content-sets/${String(draft['id'])}`
  await send(page, 'PUT', `${set}/draft`, { head: { version: draft['head_version'], head } })
  const { head_version } = await send(page, 'GET', `${set}/impact`)
  const body = { head_version, what_changed: 'Words.', is_minor: false }
  expect(await send(page, 'POST', `${set}/publication`, body)).toMatchObject({
    status: 'published',
  })
  return Number(draft['id'])
}
