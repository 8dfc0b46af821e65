const LEAST = 12
const STRONG = 16
/** Fewer different characters than this are quickly tried through. */
const VARIED = 6

/** A hint in words; common passwords are the server's to know. */
export function strengthOf(password: string): string {
  const { length } = password
  if (length === 0)
    return 'At least 12 characters. Four unrelated words are strong and easy to keep.'
  if (length < LEAST) return `${LEAST - length} more to go. Longer is stronger.`
  if (new Set(password).size < VARIED) return 'Long, but repetitive. Mix in other characters.'
  return length < STRONG ? 'Long enough. 16 or more is stronger.' : 'Long and strong.'
}
