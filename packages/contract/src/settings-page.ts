/** Where people change how they sign in, and where a provider or a mail leads them back to. */
export const SETTINGS_PAGES = [
  '/settings',
  '/admin/account/general',
  '/admin/account/security',
] as const
export type SettingsPage = (typeof SETTINGS_PAGES)[number]

/** The page of settings at this path: no other place is ever led back to. */
export function settingsPageAt(path: string | undefined): SettingsPage {
  return SETTINGS_PAGES.find((page) => page === path?.replace(/\/$/, '')) ?? '/settings'
}
