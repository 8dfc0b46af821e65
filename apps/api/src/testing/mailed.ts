import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

export type Mailed = { subject: string; text: string; html: string }

/** Waits for this many mails to an address; newest first. */
export async function mailsTo(
  { owner }: Pick<TestApp, 'owner'>,
  address: string,
  count = 1,
): Promise<Mailed[]> {
  const text = 'select subject, text, html from mails where recipient = $1 order by id desc'
  const read = async () => (await owner.query<Mailed>(text, [address])).rows
  await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(count)
  return await read()
}

/** The link in the newest mail to an address. */
export async function linkTo(t: Pick<TestApp, 'owner'>, address: string, count = 1) {
  const [mail] = await mailsTo(t, address, count)
  const url = new URL(mail?.text.match(/^http\S+$/m)?.[0] ?? '')
  return { url, signature: url.pathname.split('/').at(-1) ?? '', mail }
}
