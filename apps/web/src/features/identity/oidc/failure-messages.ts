// The network errors of Chromium, Firefox and Safari.
const UNREACHABLE = new Set([
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
])
const LATER =
  'Try again in a few minutes. If the problem continues, ask your administrator for help.'

export function failureMessage(reason: string): string {
  if (reason === 'Network timed out')
    return `Network timed out. Salesforce did not respond. ${LATER}`
  if (!UNREACHABLE.has(reason)) return reason
  return `We can’t reach Salesforce. Check your connection. ${LATER}`
}
