import { sizeFault } from 'contract/file-size'
import type { Attachment } from 'contract/attachments'
import { create } from 'zustand'
import { ApiError, hasCode, isTemporary } from '#core/api-error.ts'
import { retryDelay } from '#core/retry-delay.ts'
import { onSessionChange, signedInId } from '#core/session.ts'
import { sessionKeys, storeQuietly } from '#core/storage-keys.ts'
import { sendFile, UnreadableFile } from './send-file.ts'

type PendingUpload = Pick<
  Upload,
  'key' | 'assessmentId' | 'statementId' | 'name' | 'size' | 'type' | 'reason'
>

export interface Upload {
  key: string
  assessmentId: number
  statementId: number
  /** Null after a reload, because the page loses its files. */
  file: File | null
  name: string
  size: number
  type: string
  sent: number
  phase: 'waiting' | 'sending' | 'checking' | 'offline' | 'failed'
  reason?: string | undefined
  remedy?: 'again' | 'another' | 'none' | undefined
  started?: Attachment | undefined
}

type OnUploaded = (id: number, file: Attachment | null) => void
type NewUpload = Pick<Upload, 'assessmentId' | 'statementId' | 'started'> & { file: File }

const RETRY_MS = 3000

let ownerId: number | null = null

export const useUploads = create<{ uploads: Upload[] }>(() => ({ uploads: restorePending() }))
const abortControllers = new Map<string, AbortController>()

useUploads.subscribe(({ uploads }) => storePending(uploads))
onSessionChange((change) => {
  // A user who signs in again finds their own files.
  if (change === 'expired' || (change === 'signed-in' && signedInId() === ownerId)) return
  for (const stop of abortControllers.values()) stop.abort()
  useUploads.setState({ uploads: [] })
})

export function addUploads(inputs: readonly NewUpload[], onUploaded: OnUploaded) {
  const uploads = inputs.map((input): Upload => ({
    ...input,
    key: crypto.randomUUID(),
    name: input.file.name,
    size: input.file.size,
    type: input.file.type,
    sent: input.started?.received ?? 0,
    phase: 'waiting',
    ...refusalOf(input.file),
  }))
  ownerId = signedInId()
  useUploads.setState(({ uploads: before }) => ({ uploads: [...before, ...uploads] }))
  void sendNext(onUploaded)
}

function refusalOf({ size }: File): Partial<Upload> {
  const reason = sizeFault(size)
  return reason === undefined ? {} : { phase: 'failed', reason, remedy: 'another' }
}

export function retryUpload(key: string, onUploaded: OnUploaded) {
  change(key, { phase: 'waiting', reason: undefined })
  void sendNext(onUploaded)
}

/** Cancels an upload and returns its attachment, if the server has one to remove. */
export function cancelUpload(key: string): Attachment | undefined {
  abortControllers.get(key)?.abort()
  const upload = find(key)
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((one) => one.key !== key) }))
  return upload?.started
}

async function sendNext(onUploaded: OnUploaded): Promise<void> {
  const { uploads } = useUploads.getState()
  const next = uploads.find(({ phase }) => phase === 'waiting')
  const file = next?.file
  if (!file || abortControllers.size > 0) return
  const stop = new AbortController()
  abortControllers.set(next.key, stop)
  try {
    const uploaded = await sendFile({ ...next, file }, stop.signal, (now) => change(next.key, now))
    useUploads.setState((now) => ({ uploads: now.uploads.filter(({ key }) => key !== next.key) }))
    onUploaded(uploaded.id, uploaded)
  } catch (error) {
    if (stop.signal.aborted) return
    if (next.started && hasCode(error, 'conflict', 'not-found')) {
      // The earlier upload was of another version of the file, or expired: the server has deleted it.
      discardStarted(next.key, onUploaded)
      change(next.key, { phase: 'waiting' })
    } else fail(next.key, error, onUploaded)
  } finally {
    abortControllers.delete(next.key)
    void sendNext(onUploaded)
  }
}

function discardStarted(key: string, onUploaded: OnUploaded) {
  const started = find(key)?.started
  if (started) onUploaded(started.id, null)
  change(key, { started: undefined, sent: 0 })
}

function fail(key: string, error: unknown, onUploaded: OnUploaded) {
  if (isTemporary(error) || hasCode(error, 'unavailable', 'stopping')) {
    change(key, { phase: 'offline' })
    setTimeout(
      () => {
        if (find(key)?.phase === 'offline') retryUpload(key, onUploaded)
      },
      Math.max(RETRY_MS, retryDelay(0, error)),
    )
    return
  }
  // The server deletes a refused file, so a retry starts from the beginning.
  if (hasCode(error, 'unsupported-media-type', 'not-found', 'conflict'))
    discardStarted(key, onUploaded)
  change(key, { phase: 'failed', reason: reasonOf(error), remedy: remedyFor(error) })
}

const FILE_ERRORS = ['too-large', 'unsupported-media-type', 'invalid-input'] as const

function remedyFor(error: unknown) {
  if (hasCode(error, 'assessment-closed')) return 'none'
  const isFileError = error instanceof UnreadableFile || hasCode(error, ...FILE_ERRORS)
  return isFileError ? 'another' : 'again'
}

function reasonOf(error: unknown) {
  if (!(error instanceof Error)) return 'This file could not be uploaded. Try again.'
  const [ofField] = error instanceof ApiError ? Object.values(error.fields) : []
  return ofField ?? error.message
}

function find(key: string) {
  return useUploads.getState().uploads.find((one) => one.key === key)
}

function change(key: string, now: Partial<Upload>) {
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((one) => (one.key === key ? { ...one, ...now } : one)),
  }))
}

/** Remembers the names of files that the server doesn't have, because a reload loses the files. */
function storePending(uploads: readonly Upload[]) {
  const pending = uploads
    .filter(({ started }) => started === undefined)
    .map(({ key, assessmentId, statementId, name, size, type, reason }): PendingUpload => {
      return { key, assessmentId, statementId, name, size, type, reason }
    })
  const value = pending.length === 0 ? null : JSON.stringify(pending)
  storeQuietly(sessionStorage, sessionKeys.pendingUploads, value)
}

function restorePending(): Upload[] {
  try {
    const stored = sessionStorage.getItem(sessionKeys.pendingUploads)
    const pending = JSON.parse(stored ?? '[]') as PendingUpload[]
    ownerId = signedInId()
    return pending.map((one) => ({
      ...one,
      reason:
        one.reason ?? 'The page was reloaded before this file was uploaded. Attach the file again.',
      file: null,
      sent: 0,
      phase: 'failed',
      remedy: 'another',
    }))
  } catch {
    return []
  }
}
