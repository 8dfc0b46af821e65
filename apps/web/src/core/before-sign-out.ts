type Check = () => Promise<number>

const checks = new Set<Check>()

/** Registers a count of answers that are not saved yet; signing out asks first when there are any. */
export function beforeSignOut(check: Check) {
  checks.add(check)
  return () => void checks.delete(check)
}

export async function unsavedAnswers() {
  const counts = await Promise.all([...checks].map((check) => check()))
  return counts.reduce((sum, count) => sum + count, 0)
}
