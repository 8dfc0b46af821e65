/** Milliseconds. */
const SECOND = 1000

/** Returns when the next calls of an organisation begin that wait for each other. */
export type Gathering = (tenantId: number) => Promise<void>

/** Calls that can wait begin together, at most once a second for each organisation, and so share a batch. */
export function openGathering(): Gathering {
  const begins = new Map<number, Promise<void>>()
  return (tenantId) => {
    const known = begins.get(tenantId)
    if (known) return known
    const begin = new Promise<void>((done) => {
      setTimeout(() => {
        begins.delete(tenantId)
        done()
      }, SECOND)
    })
    begins.set(tenantId, begin)
    return begin
  }
}
