import { afterAll, expect, test } from 'vitest'
import { startMailServer } from '#testing/mail-server.ts'
import { MailError, openMail } from './mail.ts'

const MAIL = {
  messageId: '<1@example.org>',
  from: 'Waymark <waymark@example.org>',
  to: 'amelia@example.org',
  subject: 'Welcome',
  text: 'Hello',
  html: '<p>Hello</p>',
}

const server = await startMailServer()
afterAll(() => server.close())

function failureOf(smtpUrl: string, mail = MAIL): Promise<unknown> {
  const { send, close } = openMail(smtpUrl)
  return send(mail)
    .catch((error: unknown) => error)
    .finally(close)
}

test.each(['subject', 'to', 'from', 'messageId'] as const)(
  'a line break in %s is a permanent failure',
  async (header) => {
    for (const lineBreak of ['\r\n', '\n', '\r']) {
      const mail = { ...MAIL, [header]: `${MAIL[header]}${lineBreak}Bcc: second@example.org` }
      const failure = { name: 'MailError', fault: 'unbuildable' }
      expect(await failureOf(server.url, mail)).toMatchObject(failure)
    }
    expect(server.attempts).toEqual([])
  },
)

test('a comma in an address adds no recipient', async () => {
  const mail = { ...MAIL, to: 'amelia@example.org, second@example.org' }
  await failureOf(server.url, mail)
  expect(server.attemptsFor('second@example.org')).toEqual([])
  expect(server.attemptsFor('amelia@example.org')).toEqual([])
})

test('a refused password is a temporary failure, and no message contains it', async () => {
  const url = `smtp://waymark:hunter2hunter2@127.0.0.1:${server.port}`
  const failure = await failureOf(url)
  expect(failure).toBeInstanceOf(MailError)
  expect(failure).toMatchObject({
    fault: 'unreachable',
    message: 'Waymark can’t use the mail server: signing in failed (EAUTH 535). Check SMTP_URL.',
  })
  expect(String(failure)).not.toContain('hunter2')
})
