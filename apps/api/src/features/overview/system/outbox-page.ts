import { brandTokens } from 'brand/brand-tokens'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { HostTenant } from '#core/host-tenant.ts'
import { outboxStyles } from './outbox-styles.ts'

export type OutboxMail = {
  id: number
  recipient: string
  subject: string
  text: string
  html: string
  status: string
  last_error: string | null
  created_at: string
}

type Owner = Pick<HostTenant, 'name' | 'brandColour' | 'timeZone'>

/** What would have been sent: one page without a script, so that the policy stays strict. */
export function renderOutbox(mails: readonly OutboxMail[], tenant: Owner): string {
  const page = h(
    'html',
    { lang: 'en-GB' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', null, `Outbox · ${tenant.name}`),
      h('style', null, outboxStyles(brandTokens(tenant.brandColour))),
    ),
    h(
      'body',
      null,
      h(
        'main',
        null,
        h('p', { className: 'tenant' }, tenant.name),
        h('h1', null, 'Outbox'),
        h(
          'p',
          { className: 'quiet' },
          'No mail server is set, so mails end here instead of leaving this machine. The newest come first; load the page again to see later ones.',
        ),
        mails.length === 0
          ? h('p', { className: 'empty' }, 'No mails yet')
          : h('ul', null, ...mails.map((mail, index) => item(mail, tenant, index === 0))),
      ),
    ),
  )
  return `<!doctype html>${renderToStaticMarkup(page)}`
}

function item(mail: OutboxMail, tenant: Owner, isOpen: boolean) {
  return h(
    'li',
    { key: mail.id },
    h(
      'details',
      { open: isOpen },
      h(
        'summary',
        null,
        h('span', { className: 'subject' }, mail.subject),
        h('span', { className: `status ${mail.status}` }, mail.status),
        h(
          'span',
          { className: 'quiet' },
          `To ${mail.recipient} · `,
          h('time', { dateTime: mail.created_at }, when(mail.created_at, tenant)),
        ),
      ),
      mail.last_error && h('p', { className: 'error' }, mail.last_error),
      // Links open in a tab of their own; nothing else of the mail may act.
      h('iframe', {
        title: `Mail: ${mail.subject}`,
        sandbox: 'allow-popups allow-popups-to-escape-sandbox',
        loading: 'lazy',
        srcDoc: mail.html,
      }),
      h(
        'details',
        { className: 'text' },
        h('summary', null, 'Plain text'),
        h('pre', null, mail.text),
      ),
    ),
  )
}

function when(moment: string, { timeZone }: Owner) {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone,
  }).format(new Date(moment))
}
