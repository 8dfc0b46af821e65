import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

export type Mailed = { subject: string; text: string; html: string }

/** Waits for this many mails to an address; newest first. */
export async function mailsTo(
  { owner }: Pick<TestApp, 'owner'>,
  address: string,
  count = 1,
): Promise<Mailed[]> {
  let mails: Mailed[] = []
  await expect
    .poll(
      async () => {
        const { rows } = await owner.query<Mailed>(
          'select subject, text, html from mails where recipient = $1 order by id desc',
          [address],
        )
        mails = rows
        return rows.length
      },
      { timeout: 15_000, interval: 50 },
    )
    .toBeGreaterThanOrEqual(count)
  return mails
}

/** The link in the newest mail to an address. */
export async function linkTo(t: Pick<TestApp, 'owner'>, address: string, count = 1) {
  const [mail] = await mailsTo(t, address, count)
  const url = new URL(mail?.text.match(/^http\S+$/m)?.[0] ?? '')
  return { url, signature: url.pathname.split('/').at(-1) ?? '', mail }
}
