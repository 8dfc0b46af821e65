const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/** The 18-character form of a Salesforce id: three characters more that tell upper from lower case. */
export function longId(id: string): string {
  if (!/^[A-Za-z0-9]{15}$/.test(id)) return id
  const checksum = [0, 5, 10].map((start) => {
    const isUpper = (n: number) => /[A-Z]/.test(id.charAt(start + n))
    return ALPHABET[[0, 1, 2, 3, 4].reduce((sum, n) => sum + (isUpper(n) ? 1 << n : 0), 0)]
  })
  return id + checksum.join('')
}

/** Whether two ids name the same thing, whichever form they have. */
export function isSameId(a: string, b: string): boolean {
  return a.slice(0, 15) === b.slice(0, 15) && [a, b].every((id) => /^[A-Za-z0-9]{15,18}$/.test(id))
}
