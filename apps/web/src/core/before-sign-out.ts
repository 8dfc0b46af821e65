/** What would be left behind, in words. */
export interface Waiting {
  title: string
  description: string
  /** Pages on which it can be saved. */
  places?: readonly { title: string; path: string }[]
}

type Check = () => Promise<Waiting | null>

const checks = new Set<Check>()

/** Registers a look at what is not saved yet; signing out asks first when there is something. */
export function beforeSignOut(check: Check) {
  checks.add(check)
  return () => void checks.delete(check)
}

export async function whatIsUnsaved(): Promise<Waiting | null> {
  const found = await Promise.all([...checks].map((check) => check()))
  return found.find((waiting) => waiting !== null) ?? null
}
