import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { aUser, theTenant } from 'api/testing/factories'
import { callAs } from './call-as.ts'
import { addressOf, enter, expect, test } from './fixtures.ts'
import { anAddress, linkInMail } from './outbox.ts'

const host = 'northfield.localhost'
const mail = {
  host,
  subject: 'You are invited to Northfield Trust',
  button: 'Accept the invitation',
}

/** Invites by the API: the page to do it from belongs to the admin area. */
async function invite(page: Page, db: Db, email: string): Promise<{ id: number; link: string }> {
  const tenant = await theTenant(db, 'northfield')
  const admin = await aUser(db, { tenant, roles: ['admin'], name: 'Nora Admin' })
  await enter(page, admin, '/favicon.svg')
  const answer = await callAs(page, {
    method: 'POST',
    path: '/invitations',
    body: { emails: [email], roles: ['user'] },
  })
  const [invited] = (answer as { invitations: { id: number }[] }).invitations
  const id = invited?.id ?? 0
  return { id, link: await linkInMail(page, { ...mail, to: email }) }
}

async function leave(page: Page) {
  await page.evaluate('localStorage.clear()')
  await page.context().clearCookies({ name: '__Host-pat_rt' })
}

test('who is invited accepts by mail and is signed in, unless it was withdrawn', async ({
  page,
  db,
}) => {
  await test.step('a withdrawn invitation says so', async () => {
    const { id, link } = await invite(page, db, anAddress())
    await callAs(page, { method: 'DELETE', path: `/invitations/${id}` })
    await leave(page)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link was withdrawn')
    await expect(page.getByText('Ask whoever invited you for a new one')).toBeVisible()
  })

  await test.step('who is invited accepts by mail and is signed in', async () => {
    const email = anAddress()
    const { link } = await invite(page, db, email)
    await leave(page)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Northfield Trust')
    await expect(page).toHaveTitle('Accept the invitation · Northfield Trust')
    await expect(page).toHaveURL(/\/register\/invite\/[\w-]{43}$/)
    await expect(page.getByRole('textbox', { name: 'Organisation' })).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ida Invited')
    await page.getByLabel('Password', { exact: true }).fill('four unrelated words here')
    await page.getByRole('checkbox', { name: 'I have read and accept the terms of use' }).check()
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await expect(page).toHaveURL(addressOf(host))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await leave(page)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link was used already')
    await page.getByRole('link', { name: 'Go to sign in' }).click()
    await expect(page).toHaveURL(addressOf(host, '/login'))
  })
})
