import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Db } from 'api/core/context'
import { aContentSet, aSmallSet, aTenant, aUser, theTenant } from 'api/testing/factories'
import { holdLock } from 'api/testing/hold-lock'
import { publish, send } from './builder.ts'
import { aGod, anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

/** A template of the platform, and two organisations that sort after each other. */
async function aTemplate(db: Db) {
  const title = `Pattern ${randomInt(1e9)}`
  const kestrel = await aTenant(db, { name: `Kestrel ${title}` })
  const linden = await aTenant(db, { name: `Linden ${title}` })
  const tenant = await theTenant(db, 'admin')
  const id = await aContentSet(db, { tenant, file: { ...aSmallSet(), title } })
  return { title, id, kestrel, linden, names: [`Kestrel ${title}`, `Linden ${title}`] as const }
}

/** Publishes the next version with another licence and returns its id. */
async function publishNext(page: Page, id: number, licence: string) {
  const { id: next } = await send(page, 'POST', `/content-sets/${id}/versions`)
  const { head, head_version } = await send(page, 'GET', `/content-sets/${String(next)}`)
  const change = { version: head_version, head: { ...(head as object), licence } }
  await send(page, 'PUT', `/content-sets/${String(next)}/draft`, { head: change })
  await publish(page, Number(next))
  return Number(next)
}

const row = (page: Page, name: string) => page.getByRole('row', { name })
const choose = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}` }).check()

test('a template is copied to two organisations, and deleted in none', async ({ page, as, db }) => {
  const { title, kestrel, linden, names } = await aTemplate(db)
  const list = `/admin/content-sets?title=${encodeURIComponent(title)}`
  const template = page.getByRole('row').filter({ hasText: 'Template' })
  const act = async (name: string) => {
    await template.getByRole('button', { name: `Actions for ${title}, version 1` }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await enter(page, await aGod(db), list)
  await act('Copy to organisations')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Copies')
  await expect(row(page, names[0])).toContainText('Not copied')
  for (const name of names) await choose(page, name)
  await page.getByRole('button', { name: 'Copy version 1 to 2 organisations' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('These organisations don’t use this content set yet.')
  await dialog.getByRole('button', { name: 'Copy to 2 organisations' }).click()
  await expect(dialog).toHaveCount(0)
  for (const name of names) {
    await expect(row(page, name)).toContainText('Version 1 of the template')
    await expect(row(page, name)).toContainText('Latest')
  }
  const again = page.getByRole('button', { name: 'Copy version 1' })
  await again.click()
  await expect(page.getByText('Tick the organisations to copy to.')).toBeVisible()
  await expect(page.locator(':focus')).toHaveAttribute('type', 'checkbox')
  await choose(page, names[1])
  await again.click()
  await expect(page.getByRole('alert')).toContainText('already have this version')

  const office = await as(await anAdmin(db, { tenant: linden }), '/admin/content-sets')
  await expect(office.getByRole('rowheader')).toHaveText([title])
  await expect(row(office, title)).toContainText('Published')
  await office.getByRole('link', { name: title }).click()
  await office.getByRole('button', { name: 'Versions' }).click()
  await expect(office.getByText(/^Copied from a platform template, /)).toBeVisible()
  await enter(office, await aUser(db, { tenant: kestrel }))
  await expect(office.getByText('2 statements', { exact: true }).first()).toBeVisible()

  await go(page, list)
  await act('Delete')
  await expect(dialog).toContainText('only if no organisation has a copy.')
  await dialog.getByRole('button', { name: 'Delete version 1' }).click()
  await expect(dialog.getByRole('alert')).toContainText('a copy of this content set')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await act('Retire')
  await expect(dialog).toContainText('Existing copies don’t change.')
  await dialog.getByRole('button', { name: 'Retire version 1' }).click()
  await expect(template).toContainText('Retired')
  const copy = page.getByRole('row').filter({ hasText: names[0] })
  await expect(copy).toContainText('Published')
})

test('before a copy replaces own changes a god-admin is told', async ({ page, as, db }) => {
  const { id, kestrel, linden, names } = await aTemplate(db)
  const [ours, others] = names
  await enter(page, await aGod(db), '/favicon.svg')
  const body = { tenant_ids: [kestrel.id, linden.id] }
  const { copies } = await send(page, 'POST', `/content-sets/${id}/copies`, body)
  const all = copies as { tenant: { id: number }; content_set: { id: number } | null }[]
  const copy = all.find(({ tenant }) => tenant.id === kestrel.id)?.content_set?.id ?? 0
  const office = await as(await anAdmin(db, { tenant: kestrel }), '/favicon.svg')
  await publishNext(office, copy, 'Ours')
  const next = await publishNext(page, id, 'CC0')

  await go(page, `/admin/content-sets/${next}/copies`)
  await expect(row(page, ours)).toContainText('Changed by the organisation')
  await expect(row(page, others)).not.toContainText('Changed by the organisation')
  for (const name of names) await choose(page, name)
  await page.getByRole('button', { name: 'Copy version 2 to 2 organisations' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(
    `This version doesn’t include changes published by ${ours}. Those changes stay in the earlier version.`,
  )
  await expectGoodLooks(page, 'template-copy-own-changes')
  // Another change locks one organisation for longer than the request waits.
  const letGo = await holdLock(db, kestrel.id)
  await dialog.getByRole('button', { name: 'Copy to 2 organisations' }).click()
  await expect(page.getByText(`Not copied to ${ours}`).first()).toBeVisible()
  await letGo()
  await expect(page.getByText('The template was copied to 1 organisation.').first()).toBeVisible()
  await expect(row(page, ours)).toContainText('Version 1 of the template')
  await expect(row(page, others)).toContainText('Version 2 of the template')

  for (const each of [id, copy]) {
    await go(office, `/admin/content-sets/${each}/copies`)
    await expect(office.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(office.getByRole('heading', { name: 'Copies' })).toHaveCount(0)
  }
})
