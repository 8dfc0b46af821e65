import type { Env } from '#core/env.ts'
import { originOf } from '#support/address-of.ts'
import { DEMO_PASSWORD } from '#demo/load-demo.ts'

const SSO: [string, string] = [
  'Single sign-on',
  'npm run idp, then start anew: it says what to try',
]

/** What a newcomer needs to know after `npm start`, on one screen. */
export function startLines(env: Env, hasDemo: boolean): [label: string, value: string][] {
  const at = (hostname: string) => originOf(env, hostname)
  const base = env.BASE_DOMAIN
  const outbox: [string, string] = [
    'Mails go to',
    env.SMTP_URL === undefined
      ? `${at(base)}/api/outbox (each host has its own)`
      : 'the configured SMTP server',
  ]
  const shared: [string, string][] = [['API', `${at(base)}/api/docs`], outbox]
  if (!hasDemo) return [['Everybody', at(base)], ['Platform', at(`admin.${base}`)], ...shared]
  return [
    ['Northfield Trust', at(`northfield.${base}`)],
    [
      '',
      'resilience.lead@example.org (half-way, with a certificate), northfield.admin@example.org (admin)',
    ],
    ['Harbour Foods', at(`harbour.${base}`)],
    ['', 'continuity.manager@example.org (all complete), harbour.admin@example.org (admin)'],
    ['Public', at(base)],
    ['', 'kitchen.coordinator@example.org'],
    ['Platform', at(`admin.${base}`)],
    ['', 'platform.admin@example.org (god-admin), assurance.auditor@example.org (auditor)'],
    ['Password of all', DEMO_PASSWORD],
    ...(env.NODE_ENV === 'production' ? [] : [SSO]),
    ...shared,
  ]
}
