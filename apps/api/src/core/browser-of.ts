import bowser from 'bowser'

/** Characters of a User-Agent header that are read. */
const MOST = 500

type Request = { headers: { 'user-agent'?: string | undefined } }

/**
 * A short name of browser and system, such as `Firefox on Windows`. Stored in place of the header, which nearly names
 * a person. Null for a program.
 */
export function browserOf({ headers }: Request): string | null {
  const agent = headers['user-agent']?.slice(0, MOST)
  if (!agent) return null
  const { browser, os } = bowser.parse(agent)
  return [browser.name, os.name].filter(Boolean).join(' on ') || null
}
