// A file of its own because the content security policy allows no inline script.
// Otherwise zod tries on every page whether it may evaluate text, which the policy refuses and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

let theme = null
try {
  theme = localStorage.getItem('theme')
} catch {
  // Storage is blocked: follow the system.
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
    root.style.cssText =
      'max-width: 40rem; margin: 20vh auto 0; padding: 0 1.5rem; font: 1.125rem/1.5 system-ui'
  },
  true,
)
