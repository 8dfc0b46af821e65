import { type BrandTokens, type Tokens, brandTokens } from 'brand/brand-tokens'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { HostTenant } from '#core/host-tenant.ts'
import type { listNewestMails } from '#support/mails.queries.ts'

type OutboxMail = Awaited<ReturnType<typeof listNewestMails>>[number]

type Owner = Pick<HostTenant, 'name' | 'brandColour' | 'timeZone'>

/** The mails of a host as one page without scripts, so that the content security policy stays strict. */
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
          'No mail server is configured, so emails appear here instead of being sent. Reload the page to see new emails.',
        ),
        mails.length === 0
          ? h('p', { className: 'empty' }, 'No emails yet. New emails appear here.')
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
      // Links open in a new tab. Nothing else in the mail is active.
      h('iframe', {
        title: `Email: ${mail.subject}`,
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

/** Without quotes and angle brackets, which React would escape. */
function outboxStyles({ light, dark }: BrandTokens): string {
  return `:root{color-scheme:light dark;${variables(light)}}
@media (prefers-color-scheme:dark){:root{${variables(dark)}}}
${RULES}`
}

function variables(tokens: Tokens) {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}

const RULES = `
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--foreground);font:16px/1.5 system-ui,sans-serif}
main{max-width:760px;margin:0 auto;padding:40px 20px 64px}
h1{margin:0 0 4px;font-size:28px;line-height:1.25;letter-spacing:-0.01em}
ul{list-style:none;margin:24px 0 0;padding:0;display:grid;gap:12px}
li{background:var(--card);border:1px solid var(--border);border-radius:12px;overflow:hidden}
summary{cursor:pointer}
summary:focus-visible{outline:2px solid var(--primary-ui);outline-offset:-2px;border-radius:12px}
li details:not(.text) summary{display:grid;grid-template-columns:1fr auto;gap:2px 12px;padding:14px 18px}
li details:not(.text) .text summary{display:list-item;padding:12px 18px}
summary:hover{background:var(--muted)}
summary .quiet{grid-column:1/-1}
iframe{display:block;width:100%;height:560px;border:0;border-block:1px solid var(--border);background:var(--card)}
pre{margin:0;padding:4px 18px 18px;font:14px/1.55 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.tenant{margin:0 0 4px;color:var(--primary-text);font-weight:600}
.quiet{margin:0;color:var(--muted-foreground);font-size:14px;overflow-wrap:anywhere}
.empty{margin:24px 0 0;padding:40px 20px;border:1px dashed var(--border);border-radius:12px;text-align:center;color:var(--muted-foreground)}
.subject{font-weight:600;overflow-wrap:anywhere}
.status{align-self:start;padding:1px 10px;border-radius:99px;font-size:13px;background:var(--muted);color:var(--subtle-foreground)}
.status.sent{background:var(--primary-tint);color:var(--primary-text)}
.status.failed{border:1px solid currentColor;font-weight:600}
.error{margin:0;padding:0 18px 12px;font-size:14px}
.text summary{font-size:14px;color:var(--subtle-foreground)}
`
