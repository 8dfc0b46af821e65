// What browsers say when no answer came: Chromium, Firefox, Safari.
const UNREACHABLE = new Set([
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
])
const LATER = 'Try again in a few minutes. If it goes on, ask your administrator.'

export function failureWords(reason: string): string {
  if (reason === 'Network timed out')
    return `Network timed out: Salesforce did not answer. ${LATER}`
  if (!UNREACHABLE.has(reason)) return reason
  return `Salesforce cannot be reached. Check your connection. ${LATER}`
}
