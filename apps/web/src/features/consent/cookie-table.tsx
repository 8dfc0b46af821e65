import { cookieNames, localKeys, sessionKeys } from '#core/storage-keys.ts'

const KEPT = [
  {
    title: 'Cookies',
    rows: [
      [
        '__Host-pat_rt',
        'Keeps you signed in. Pages cannot read it.',
        'One day after your last visit',
      ],
      [
        cookieNames.xsrf,
        'Proves that a request comes from this site.',
        'Until you close the browser',
      ],
      ['__Host-csrf', 'The other half of that proof.', 'Until you close the browser'],
      [
        '__Host-pat_device',
        'Lets you sign in here even while somebody else guesses at your password.',
        'Half a year',
      ],
      ['__Host-sso_tx', 'Ties a single sign-on to this browser.', 'Ten minutes'],
      ['__Host-hp, __Host-hv', 'Take a sign-in from one organisation to another.', 'One minute'],
      [cookieNames.oidc, 'Hands a single sign-on over to the page.', 'Until the page has read it'],
      [cookieNames.consent, 'Remembers your choice about cookies.', 'Half a year'],
    ],
  },
  {
    title: 'Local storage',
    rows: [
      [localKeys.accessToken, 'Your key while you are signed in.', 'Until you sign out'],
      ['oidc.*', 'A sign-in with Salesforce that is under way.', 'A quarter of an hour'],
      [localKeys.theme, 'Light or dark, if you chose one.', 'Until you choose System'],
      [
        localKeys.shortcuts,
        'That you switched keyboard shortcuts off.',
        'Until you switch them on',
      ],
      [
        'waymark-drafts *, waymark-outbox *',
        'What you wrote or chose right before a page closed.',
        'Until you open such a page again',
      ],
      [localKeys.columns, 'Which columns of a list you hid.', 'Until you show them again'],
      [localKeys.sidebar, 'That you collapsed the sidebar.', 'Until you expand it'],
    ],
  },
  {
    title: 'Session storage',
    rows: [
      [sessionKeys.isSessionExpired, 'That your session ended.', 'Until you sign in'],
      [
        sessionKeys.isStagingBannerHidden,
        'That you closed the staging note.',
        'Until you close the tab',
      ],
      ['oidc.user:*', 'Your keys of Salesforce, if you signed in there.', 'Until you sign out'],
      [
        sessionKeys.unsentFiles,
        'Names of files that could not be sent.',
        'Until you dismiss them, or sign out',
      ],
      [sessionKeys.sys, 'The support address of this site.', 'Until you close the tab'],
    ],
  },
  {
    title: 'On this device',
    rows: [['IndexedDB', 'Answers and texts that wait for a connection.', 'Until they are saved']],
  },
] as const

export function CookieTable() {
  return KEPT.map(({ title, rows }) => (
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
