import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Db } from 'api/db/scope'
import { aContentSet, aSmallSet, aTenant, theTenant } from 'api/testing/factories'

/** A template of the platform, and two organisations that sort after each other. */
export async function aTemplate(db: Db) {
  const title = `Pattern ${randomInt(1e9)}`
  const kestrel = await aTenant(db, { name: `Kestrel ${title}` })
  const linden = await aTenant(db, { name: `Linden ${title}` })
  const tenant = await theTenant(db, 'admin')
  const id = await aContentSet(db, { tenant, file: { ...aSmallSet(), title } })
  return { title, id, kestrel, linden, names: [`Kestrel ${title}`, `Linden ${title}`] as const }
}

export const row = (page: Page, name: string) => page.getByRole('row', { name })
export const choose = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}` }).check()
