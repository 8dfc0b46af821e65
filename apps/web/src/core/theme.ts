import { create } from 'zustand'
import { localKeys, storeQuietly } from '#core/storage-keys.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

export const useTheme = create<{ theme: Theme }>(() => ({ theme: storedTheme() }))

/** System removes the stored theme. */
export function chooseTheme(theme: Theme) {
  storeQuietly(localStorage, localKeys.theme, theme === 'system' ? null : theme)
  useTheme.setState({ theme })
  paintTheme()
}

export function followTheme() {
  paintTheme()
  prefersDark().addEventListener('change', paintTheme)
  window.addEventListener('storage', ({ key }) => {
    if (key !== null && key !== localKeys.theme) return
    useTheme.setState({ theme: storedTheme() })
    paintTheme()
  })
}

function paintTheme() {
  const { theme } = useTheme.getState()
  const isDark = theme === 'dark' || (theme === 'system' && prefersDark().matches)
  document.documentElement.classList.toggle('dark', isDark)
}

function storedTheme(): Theme {
  const stored = localStorage.getItem(localKeys.theme)
  return stored === 'dark' || stored === 'light' ? stored : 'system'
}
