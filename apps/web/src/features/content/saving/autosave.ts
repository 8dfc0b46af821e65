import type { DraftConflict, SaveDraftBody, SavedDraft } from 'contract/content-sets'
import type { StoreApi } from 'zustand/vanilla'
import { ApiError, hasCode, isBusy, isOffline, isPassing } from '#core/api-error.ts'
import { retryDelay } from '#core/retry-delay.ts'
import { nextPart, tooLargeToSave } from './draft-parts.ts'
import { isClean, saved, sending, unsaved } from './draft-saving.ts'
import type { DraftState } from './draft-state.ts'
import { rebased } from './newer-versions.ts'

export interface SaveState {
  /** After `published` or `deleted` by someone else, nothing can be saved any more. */
  phase: 'saved' | 'waiting' | 'saving' | 'offline' | 'busy' | 'failed' | 'published' | 'deleted'
  savedAt: number | null
  /** Null if this window saved last. */
  savedBy: string | null
  failure: string | null
  publishedBy: string | null
}

interface AutosaveOptions {
  store: Pick<StoreApi<DraftState>, 'getState' | 'setState' | 'subscribe'>
  send: (body: SaveDraftBody) => Promise<SavedDraft>
  /** Changes are sent only in their author's session. */
  isAuthorsSession: () => boolean
  show: (state: Partial<SaveState>) => void
  onSaved: (sent: SaveDraftBody, answer: SavedDraft) => void
  onConflict: () => void
  onPublished: () => void
}

const DEBOUNCE_MS = 800
/** Even without a pause, a save happens after this many milliseconds. */
const MAX_DELAY = 4000
/** Saves a draft shortly after the last key, one save at a time, and retries while the server is unreachable. */
export function autosave(options: AutosaveOptions) {
  const { store, send, show } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let unsavedSince: number | null = null
  let isDeleted = false
  let isStopped = false
  /** Consecutive failures of the network or server. Typing doesn't change the scheduled retry. */
  let failures = 0

  function start() {
    isStopped = false
    if (failures > 0) schedule(retryDelay(0))
    const stopListening = store.subscribe((state, before) => {
      const isScheduled = running !== null || failures > 0
      if (state === before || isScheduled || isDeleted || unsaved(state) === null) return
      show({ phase: 'waiting' })
      unsavedSince ??= Date.now()
      schedule(Math.max(0, Math.min(DEBOUNCE_MS, unsavedSince + MAX_DELAY - Date.now())))
    })
    const online = () => {
      failures = 0
      if (unsaved(store.getState()) !== null) schedule(0)
    }
    // A hidden page may never become visible again.
    const hidden = () => {
      if (document.visibilityState === 'hidden' && unsaved(store.getState()) !== null) void run()
    }
    window.addEventListener('online', online)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      isStopped = true
      clearTimeout(timer)
      stopListening()
      window.removeEventListener('online', online)
      document.removeEventListener('visibilitychange', hidden)
    }
  }

  function schedule(after: number) {
    clearTimeout(timer)
    // No retries after the page was left, because someone else may be signed in by then.
    if (isStopped) return
    timer = setTimeout(() => void run(), after)
  }

  function run() {
    // `running` is set first, so that marking parts as sent doesn't trigger another save.
    running ??= Promise.resolve()
      .then(saveAll)
      .finally(() => {
        running = null
      })
    return running
  }

  async function saveAll() {
    clearTimeout(timer)
    if (isDeleted) return
    unsavedSince = null
    for (let body = unsaved(store.getState()); body; body = unsaved(store.getState())) {
      if (!options.isAuthorsSession()) return
      // A retry shows no progress, because it would flicker.
      if (failures === 0) show({ phase: 'saving' })
      if (!(await saveOnce(nextPart(store.getState(), body)))) return
    }
    failures = 0
    show({ phase: 'saved' })
  }

  async function saveOnce(body: SaveDraftBody) {
    store.setState((state) => sending(state, body))
    try {
      const answer = await send(body)
      failures = 0
      store.setState((state) => saved(state, body, answer))
      show({ savedAt: Date.parse(answer.saved_at), savedBy: null, failure: null })
      options.onSaved(body, answer)
      return true
    } catch (error) {
      return handleError(error, body)
    }
  }

  function handleError(error: unknown, body: SaveDraftBody) {
    if (error instanceof ApiError && isPassing(error)) return scheduleRetry(error)
    failures = 0
    const conflict = conflictOf(error)
    // Without a newer version, saving itself was refused.
    if (conflict?.head === null && conflict.elements.length === 0) {
      show({ phase: 'published' })
      options.onPublished()
      return false
    }
    if (conflict) {
      store.setState((state) => rebased(state, conflict))
      options.onConflict()
      return true
    }
    if (hasCode(error, 'not-found')) {
      isDeleted = true
      show({ phase: 'deleted' })
      return false
    }
    show({ phase: 'failed', failure: failureOf(error, body) })
    return false
  }

  function scheduleRetry(error: ApiError) {
    const isUnreachable = isOffline(error) || hasCode(error, 'unavailable', 'stopping')
    const failure = `${error.message} We’ll try again automatically.`
    if (isBusy(error)) show({ phase: 'busy' })
    else show(isUnreachable ? { phase: 'offline' } : { phase: 'failed', failure })
    schedule(retryDelay(failures, error))
    failures += 1
    return false
  }

  return {
    /** Saves now. Resolves to whether nothing is left to save, decide or fix. */
    async flush() {
      await running
      failures = 0
      if (unsaved(store.getState()) !== null) await run()
      return isClean(store.getState())
    },
    start,
  }
}

function conflictOf(error: unknown) {
  return hasCode(error, 'conflict') && error.details ? (error.details as DraftConflict) : null
}

function failureOf(error: unknown, body: SaveDraftBody) {
  if (hasCode(error, 'too-large')) return tooLargeToSave(body)
  return error instanceof Error ? error.message : String(error)
}
