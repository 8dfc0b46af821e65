import { expect, test } from 'vitest'
import { renderMail } from './render-mail.ts'

const TENANT = { name: 'Harbour & Sons', brandColour: '#0f766e' }

test('the text part contains everything', async () => {
  const { text } = await renderMail(
    {
      subject: 'Confirm your address',
      paragraphs: ['First.', 'Second.'],
      action: { label: 'Confirm the address', href: 'https://harbour.example.org/settings' },
      footnote: 'The link works once.',
    },
    TENANT,
  )
  expect(text).toBe(`Harbour & Sons

Confirm your address

First.

Second.

Confirm the address:
https://harbour.example.org/settings

The link works once.

-- 
Sent by Waymark for Harbour & Sons
`)
})

test('the HTML part has the organisation’s name and colour', async () => {
  const { html } = await renderMail({ subject: 'Welcome', paragraphs: ['Hello.'] }, TENANT)
  expect(html).toContain('Harbour &amp; Sons')
  expect(html).toContain('background-color:#0f766e')
  expect(html).toContain('lang="en-GB"')
})

test.each([
  '<img src=x onerror=alert(1)>',
  '</style><script>alert(1)</script>',
  '"><a href=//evil>',
])('%s is shown literally in both parts', async (hostile) => {
  const { text, html } = await renderMail(
    {
      subject: hostile,
      paragraphs: [hostile],
      action: { label: hostile, href: `https://example.org/?q="${hostile}` },
      footnote: hostile,
    },
    { ...TENANT, name: hostile },
  )
  expect(text.split(hostile).length).toBeGreaterThan(4)
  expect(html).not.toMatch(/<img|<script|<a href=\/\//)
  expect(html).toContain(
    hostile.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  )
})
