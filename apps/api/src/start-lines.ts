import { type Env, hasOutbox } from '#core/env.ts'
import { hasPublicHost } from '#core/platform-label.ts'
import { DEMO_PASSWORD } from '#demo/load-demo.ts'
import { originOf } from '#support/address-of.ts'

export type StartLines = [label: string, value: string][]

type There = {
  hasDemo: boolean
  /** The demo's identity providers could run here, but don't. */
  lacksIdp: boolean
}

const SSO: [string, string] = ['Single sign-on', 'run npm run idp, then restart']

/** What a new user needs to know after `npm start`. */
export function startLines(env: Env, { hasDemo, lacksIdp }: There): StartLines {
  const at = (hostname: string) => originOf(env, hostname)
  const base = env.BASE_DOMAIN
  const platform = at(`${env.PLATFORM_LABEL}.${base}`)
  const isPublic = hasPublicHost(env)
  const shared: StartLines = [
    ['API', `${isPublic ? at(base) : platform}/api/docs`],
    ['Outgoing email', mailLine(env)],
  ]
  const places: StartLines = isPublic ? [['Public', at(base)]] : []
  if (!hasDemo) return [...places, ['Platform', platform], ...shared]
  return [
    ['Northfield Trust', at(`northfield.${base}`)],
    [
      '',
      'resilience.lead@example.org (owns the team’s assessment, has a certificate), northfield.admin@example.org (admin)',
    ],
    [
      '',
      'the team: operations.director@, technology.lead@, people.manager@ and procurement.manager@example.org (contributors),',
    ],
    ['', 'board.secretary@example.org (viewer), chief.executive@example.org (approver)'],
    ['Harbour Foods', at(`harbour.${base}`)],
    ['', 'continuity.manager@example.org (all complete), harbour.admin@example.org (admin)'],
    ...places,
    ['', 'kitchen.coordinator@example.org'],
    ['Platform', platform],
    ['', 'platform.admin@example.org (god-admin), assurance.auditor@example.org (auditor)'],
    ['Demo password', DEMO_PASSWORD],
    ...(lacksIdp && env.NODE_ENV !== 'production' ? [SSO] : []),
    ...shared,
  ]
}

function mailLine(env: Env): string {
  if (env.MAIL === 'off') return 'off: emails are on hold until you remove MAIL=off'
  if (hasOutbox(env))
    return `${originOf(env, env.BASE_DOMAIN)}/api/outbox (each host has its own outbox)`
  return 'the configured SMTP server'
}
