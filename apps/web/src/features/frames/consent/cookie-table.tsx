import { type CookieName, cookieName } from 'contract/cookies'
import { DEVICE_KEY } from '#core/known-device.ts'
import { CONSENT_COOKIE, localKeys, sessionKeys } from '#core/storage-keys.ts'

const ABROAD = 'Lets you sign in at one organisation and continue at another.'

/** Each cookie that this release sets: what for, and how long. */
const COOKIES: Record<Exclude<CookieName, 'pat_device'>, [purpose: string, duration: string]> = {
  pat_rt: ['Keeps you signed in. Scripts can’t read this cookie.', 'One day after your last visit'],
  'XSRF-TOKEN': ['Confirms that a request comes from this site.', 'One day'],
  csrf: ['Works with the cookie above to confirm that a request comes from this site.', 'One day'],
  sso_tx: ['Links a single sign-on attempt to this browser.', '10 minutes'],
  sso_unsolicited: [
    'Detects if your organisation’s start page sends you back and forth without signing you in.',
    '15 seconds',
  ],
  hp: [ABROAD, '1 minute'],
  hv: [ABROAD, '1 minute'],
  pat_oidc: ['Passes the single sign-on result to the page.', 'Until the page reads the result'],
}

const cookies = Object.entries(COOKIES).map(
  ([name, texts]) => [cookieName(name as CookieName, location.protocol), ...texts] as const,
)

const STORED_ITEMS = [
  {
    title: 'Cookies',
    rows: [
      ...cookies,
      [
        CONSENT_COOKIE,
        'Remembers that you have seen the cookie notice.',
        'One day after your last visit',
      ],
    ],
  },
  {
    title: 'Local storage',
    rows: [
      [localKeys.accessToken, 'Identifies you while you are signed in.', 'Until you sign out'],
      [
        localKeys.mfaToken,
        'Remembers that you still have to enter your verification code.',
        'Until you enter the code or leave the page',
      ],
      [
        DEVICE_KEY,
        'Lets you sign in on this browser even if someone else has entered too many wrong passwords for your account.',
        'Until you delete it in your browser',
      ],
      ['oidc.*', 'Remembers an unfinished Salesforce sign-in.', '15 minutes'],
      [
        localKeys.theme,
        'Remembers your theme if you chose Light or Dark.',
        'Until you choose System',
      ],
      [
        localKeys.shortcuts,
        'Remembers that you turned off keyboard shortcuts.',
        'Until you turn shortcuts on',
      ],
      [
        'waymark-drafts *, waymark-outbox *',
        'Keeps changes that you hadn’t saved when you closed a page.',
        'Until you open the page again or sign out',
      ],
      [
        localKeys.columns,
        'Remembers which list columns you hid, and how you assigned the columns of imported tables.',
        'Until you show the columns again, or delete it in your browser',
      ],
      [
        localKeys.sidebar,
        'Remembers that you collapsed the sidebar.',
        'Until you expand the sidebar',
      ],
    ],
  },
  {
    title: 'Session storage',
    rows: [
      [
        sessionKeys.isSessionExpired,
        'Remembers that your session ended.',
        'Until you sign in or close the tab',
      ],
      [
        sessionKeys.mfaReload,
        'Keeps your unfinished sign-in while the page reloads.',
        'Until the page has reloaded',
      ],
      [
        'tsr-scroll-restoration-v1_3',
        'Remembers how far you scrolled, so that the Back button returns you to the same place.',
        'Until you close the tab',
      ],
      [
        sessionKeys.isStagingBannerHidden,
        'Remembers that you closed the staging banner.',
        'Until you close the tab',
      ],
      [
        'oidc.user:*',
        'Keeps your Salesforce tokens if you signed in with Salesforce.',
        'Until you sign out or close the tab',
      ],
      [
        sessionKeys.pendingUploads,
        'Keeps the names of files that could not be uploaded.',
        'Until you dismiss the list, sign out or close the tab',
      ],
      [
        sessionKeys.sys,
        'Remembers this site’s settings, such as its support address.',
        'Until you close the tab',
      ],
    ],
  },
  {
    title: 'On this device',
    rows: [
      [
        'IndexedDB',
        'Keeps your answers and other text until you are online again.',
        'Until everything is saved or you sign out',
      ],
    ],
  },
] as const

export function CookieTable() {
  return STORED_ITEMS.map(({ title, rows }) => (
    <section key={title} aria-label={title}>
      <h2 className="mt-10 text-21 font-semibold text-foreground">{title}</h2>
      <ul className="mt-3 border-t">
        {rows.map(([name, purpose, duration]) => (
          <li key={name} className="border-b py-3">
            <code className="font-mono text-14 break-all text-foreground">{name}</code>
            <p>{purpose}</p>
            <p className="text-13 text-muted-foreground">{duration}</p>
          </li>
        ))}
      </ul>
    </section>
  ))
}
