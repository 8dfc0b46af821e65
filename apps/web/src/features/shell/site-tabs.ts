/** The respondent's pages, in the head of a desk and the foot of a phone. */
export const SITE_TABS = [
  { to: '/', label: 'Overview', isExact: true },
  { to: '/action-reports', label: 'Action reports', isExact: false },
  { to: '/certification', label: 'Certification', isExact: false },
] as const
