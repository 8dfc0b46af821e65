/** Headings of a report, the same on the page, in print, PDF and Word. */
export const REPORT_TITLES = {
  next: 'What comes next',
  about: 'About this assessment',
  profile: 'Profile',
  actions: 'Actions',
  plan: 'Plan',
  certified: 'What the auditor certified',
  elements: 'Elements',
  appendix: 'Appendix: all statements and answers',
  licence: 'Licence',
} as const

/** Heading of the comparison with a report of an earlier year. */
export function compareTitle(year: number): string {
  return `Compared with ${year}`
}
