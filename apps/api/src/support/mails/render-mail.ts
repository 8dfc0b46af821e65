import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Column } from '@react-email/column'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { render } from '@react-email/render'
import { Row } from '@react-email/row'
import { Text } from '@react-email/text'
import { brandTokens } from 'brand/brand-tokens'
import { type CSSProperties, Fragment, type ReactNode, createElement as h } from 'react'
import type { HostTenant } from '#core/host-tenant.ts'
import { darkStyles, mailStyles } from './mail-styles.ts'

export type MailContent = {
  /** Also the heading. */
  subject: string
  paragraphs: string[]
  action?: { label: string; href: string }
  /** A list of things, each with its own link. */
  entries?: { title: string; text: string; href: string }[]
  footnote?: string
  /** Where the reader turns such mails off. */
  settings?: { label: string; href: string }
}

export const PRODUCT = 'Waymark'

type Sender = Pick<HostTenant, 'name' | 'brandColour'>

/** Renders the text and HTML parts with the organisation's name and colour. */
export async function renderMail(content: MailContent, tenant: Sender) {
  return { text: asText(content, tenant), html: await render(page(content, tenant)) }
}

function asText(
  { subject, paragraphs, action, entries = [], footnote, settings }: MailContent,
  tenant: Sender,
) {
  const linkOf = (link: MailContent['action']) => link && `${link.label}:\n${link.href}`
  const list = entries.map(({ title, text, href }) => `${title}\n${text}\n${href}`)
  const texts = [tenant.name, subject, ...paragraphs, linkOf(action), ...list, footnote]
  const parts = [...texts, linkOf(settings), `-- \n${signature(tenant)}`]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}

function page(
  { subject, paragraphs, action, entries = [], footnote, settings }: MailContent,
  tenant: Sender,
) {
  const { light, dark } = brandTokens(tenant.brandColour)
  const styles = mailStyles(light)
  return h(
    Html,
    { lang: 'en-GB' },
    h(
      Head,
      null,
      h('title', null, subject),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', null, darkStyles(dark)),
    ),
    h(
      Body,
      { className: 'page', style: styles.body },
      h(Preview, null, paragraphs[0] ?? entries[0]?.text ?? subject),
      block(
        'page',
        styles.page,
        h(
          Container,
          { className: 'card', style: styles.card },
          block(
            'panel',
            styles.panel,
            h(Text, { className: 'sender', style: styles.sender }, tenant.name),
          ),
          block(
            'content',
            styles.content,
            h(Heading, { as: 'h1', className: 'text', style: styles.heading }, subject),
            ...paragraphs.map((paragraph) =>
              h(Text, { className: 'text', style: styles.paragraph }, paragraph),
            ),
            action && callToAction(action, styles),
            ...entries.map((entry) => listEntry(entry, styles)),
            footnote && h(Text, { className: 'quiet', style: styles.footnote }, footnote),
            settings &&
              h(
                Text,
                { className: 'quiet', style: styles.footnote },
                h(
                  Link,
                  { href: settings.href, className: 'link', style: styles.link },
                  settings.label,
                ),
              ),
          ),
        ),
        h(
          Container,
          { style: styles.footer },
          block(
            'footer',
            styles.signature,
            h(Text, { className: 'quiet', style: styles.quiet }, signature(tenant)),
          ),
        ),
      ),
    ),
  )
}

// On the cell, because some mail programs drop padding and colour of tables.
function block(className: string, style: CSSProperties, ...children: ReactNode[]) {
  return h(Row, null, h(Column, { className, style }, ...children))
}

function callToAction(
  { label, href }: NonNullable<MailContent['action']>,
  styles: ReturnType<typeof mailStyles>,
) {
  return h(
    Fragment,
    null,
    h(Button, { href, className: 'button', style: styles.button }, label),
    // Some mail programs show no buttons, and some people trust only a visible address.
    h(
      Text,
      { className: 'quiet', style: styles.address },
      'Or open this address: ',
      h(Link, { href, className: 'link', style: styles.link }, href),
    ),
  )
}

function listEntry(
  { title, text, href }: NonNullable<MailContent['entries']>[number],
  styles: ReturnType<typeof mailStyles>,
) {
  return h(
    Text,
    { key: href, className: 'text', style: styles.paragraph },
    h(Link, { href, className: 'link', style: { ...styles.link, fontWeight: 600 } }, title),
    h('br'),
    text,
  )
}

function signature(tenant: Sender) {
  return tenant.name === PRODUCT ? `Sent by ${PRODUCT}` : `Sent by ${PRODUCT} for ${tenant.name}`
}
