// A file of its own because the content security policy allows no inline script.
// Otherwise zod tries on every page whether it may evaluate text, which the policy refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// The application's first call: its answer comes beside the application, which takes it (core/tenant.ts), not after it.
Object.assign(globalThis, {
  tenantAnswer: fetch('/api/tenant', {
    headers: { tenant: location.hostname },
    credentials: 'include',
  }).then(
    (response) => (response.ok ? response.json() : undefined),
    () => undefined,
  ),
})

const PLAIN =
  'max-width: 40rem; margin: 20vh auto 0; padding: 0 1.5rem; font: 1.125rem/1.5 system-ui'

let theme = null
try {
  theme = localStorage.getItem('theme')
  if (localStorage.getItem('pat-app__at__') === null) fetchFirstPage()
} catch {
  // The application can't run without storage, which browsers block along with cookies.
  addEventListener('DOMContentLoaded', askForCookies)
}
const isDark =
  theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.classList.toggle('dark', isDark)

// Without its own script the page would stay empty: say so, as the fallback page does.
addEventListener(
  'error',
  (event) => {
    const root = document.getElementById('root')
    if (!(event.target instanceof HTMLScriptElement) || root === null || root.hasChildNodes())
      return
    root.textContent =
      'You tried to open a page that does not exist or that cannot be accessed. If you think it should be there, contact support.'
    root.style.cssText = PLAIN
  },
  true,
)

// The colours of the organisation come before the first paint, unless they are slow: then the standard ones do until
// they arrive. A style sheet that a script adds holds nothing up.
setTimeout(() => {
  const brand = document.querySelector('link[href$="/brand.css"]')
  if (brand === null || brand.sheet !== null) return
  const late = document.createElement('link')
  Object.assign(late, { rel: 'stylesheet', href: brand.href })
  brand.replaceWith(late)
}, 300)

// A reload may go on with a sign-in that waits for its code. If another address comes before the application has
// loaded, what it left must go too.
addEventListener('pageswap', ({ activation }) => {
  if (activation?.navigationType !== 'reload') sessionStorage.removeItem('pat-app__mfa-reload__')
})

// A visitor most likely signs in, or asks for access: the page's files come beside the application, not after it.
function fetchFirstPage() {
  const names = location.pathname === '/register/request' ? ['sign-in', 'request'] : ['sign-in']
  for (const name of names) {
    const files = document.querySelector(`meta[name="${name}"]`)?.content ?? ''
    for (const href of files.split(' ').filter(Boolean))
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
      )
  }
}

function askForCookies() {
  const heading = document.createElement('h1')
  heading.textContent = 'Allow cookies to use Waymark'
  heading.style.cssText = 'margin: 0 0 1rem; font-size: 1.75rem; font-weight: 600'
  const text = document.createElement('p')
  text.textContent = `Your browser blocks cookies and site data here. Waymark needs them to sign you in and to keep your work. In your browser’s settings, allow cookies and site data for ${location.hostname}, then reload this page.`
  const page = document.createElement('main')
  page.append(heading, text)
  const root = document.getElementById('root')
  root.replaceChildren(page)
  root.style.cssText = PLAIN
}
