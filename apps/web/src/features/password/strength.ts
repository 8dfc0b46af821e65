export const LEAST = 12
const STRONG = 16

/** A hint in words; common and breached passwords are the server's to know. */
export function strengthOf(password: string, isGuessable: boolean): string {
  const { length } = password
  if (length === 0)
    return 'At least 12 characters. Four unrelated words are strong and easy to keep.'
  if (length < LEAST) return `${LEAST - length} more to go. Longer is stronger.`
  if (isGuessable) return 'Long, but easy to guess. Use four unrelated words.'
  return length < STRONG ? 'Long enough. 16 or more is stronger.' : 'Long and strong.'
}
