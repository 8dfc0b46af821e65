import { sessionKeys, storeQuietly } from '#core/storage-keys.ts'
import type { Upload } from './uploads.ts'

type Unsent = Pick<
  Upload,
  'key' | 'assessmentId' | 'statementId' | 'name' | 'size' | 'type' | 'reason'
>

/** Of what the server knows nothing yet, this tab remembers the names: a reload takes the files away. */
export function storeUnsent(uploads: readonly Upload[]) {
  const unsent = uploads
    .filter(({ begun }) => begun === undefined)
    .map(({ key, assessmentId, statementId, name, size, type, reason }): Unsent => {
      return { key, assessmentId, statementId, name, size, type, reason }
    })
  const value = unsent.length === 0 ? null : JSON.stringify(unsent)
  storeQuietly(sessionStorage, sessionKeys.unsentFiles, value)
}

export function unsentBefore(): Upload[] {
  try {
    const stored = sessionStorage.getItem(sessionKeys.unsentFiles)
    const unsent = JSON.parse(stored ?? '[]') as Unsent[]
    return unsent.map((one) => ({
      ...one,
      reason: one.reason ?? 'It was not sent before the page was loaded anew.',
      file: null,
      sent: 0,
      phase: 'failed',
      remedy: 'another',
    }))
  } catch {
    return []
  }
}
