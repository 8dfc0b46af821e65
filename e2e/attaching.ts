import type { Page } from '@playwright/test'
import type { Db } from 'api/db/scope'
import { enter, expect } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'
import { start } from './player.ts'

export const MB = 1024 * 1024
export const text = (name: string, content = 'Agreed in May.') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})
export const aPdf = (name: string, size: number) => {
  const buffer = Buffer.alloc(size, 7)
  buffer.write('%PDF-1.7\n')
  return { name, mimeType: 'application/pdf', buffer }
}

export function attachmentsOn(page: Page) {
  const section = page.getByRole('region', { name: 'Attachments' })
  return {
    section,
    input: section.locator('input[type=file]'),
    add: section.getByRole('button', { name: 'Add files' }),
    row: (name: string) => section.getByRole('listitem', { name }),
    isAttached: (name: string) =>
      expect(section.getByRole('button', { name: `Download ${name}` })).toBeVisible(),
  }
}

export async function openStatement(page: Page, db: Db) {
  await enter(page, (await aSmallOrganisation(db)).user)
  return { player: await start(page), files: attachmentsOn(page) }
}
