import type { Page } from '@playwright/test'
import { holdLock } from 'api/testing/hold-lock'
import { publish, send } from './builder.ts'
import { aGod, anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { aTemplate, choose, row } from './templates.ts'

/** Publishes the next version with another licence and returns its id. */
async function publishNext(page: Page, id: number, licence: string) {
  const { id: next } = await send(page, 'POST', `/content-sets/${id}/versions`)
  const { head, head_version } = await send(page, 'GET', `/content-sets/${String(next)}`)
  const change = { version: head_version, head: { ...(head as object), licence } }
  await send(page, 'PUT', `/content-sets/${String(next)}/draft`, { head: change })
  await publish(page, Number(next))
  return Number(next)
}

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
