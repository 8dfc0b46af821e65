/** Settings pages that a provider or a mail may return to. */
export const SETTINGS_PAGES = [
  '/settings',
  '/admin/account/general',
  '/admin/account/security',
] as const
export type SettingsPage = (typeof SETTINGS_PAGES)[number]

/** The settings page at this path, otherwise the first. */
export function settingsPageAt(path: string | undefined): SettingsPage {
  return SETTINGS_PAGES.find((page) => page === path?.replace(/\/$/, '')) ?? '/settings'
}
