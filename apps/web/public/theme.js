// A file of its own because the content security policy allows no inline script.
let theme = null
try {
  theme = localStorage.getItem('theme')
} catch {
  // Storage is blocked: follow the system.
}
const isDark =
  theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.classList.toggle('dark', isDark)
