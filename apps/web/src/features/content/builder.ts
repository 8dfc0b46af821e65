import { isolated } from '#core/isolated.ts'
import type { ContentSetDetails, LatestSave } from 'contract/content-sets'
import type { DraftElement, DraftFault } from 'contract/draft'
import { createStore } from 'zustand/vanilla'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { signedInId } from '#core/session.ts'
import { showToast } from '#core/toast.ts'
import { createCopy } from '#core/unsaved/copies.ts'
import { autosave, type SaveState } from '#features/content/saving/autosave.ts'
import { discarded, isClean, unsaved } from '#features/content/saving/draft-saving.ts'
import {
  applied,
  redone,
  startDraft,
  undone,
  withCreated,
  withStored,
  type Change,
  type DraftState,
  type Saver,
} from '#features/content/saving/draft-state.ts'
import {
  draftToCopy,
  placeOfDraft,
  withLocalDraft,
  type LocalDraft,
} from '#features/content/saving/local-draft.ts'
import {
  hasNewerVersions,
  outdated,
  refreshed,
  withNewer,
} from '#features/content/saving/newer-versions.ts'
import { readUnsavedTexts, type UnsavedTexts } from '#features/content/saving/read-unsaved-texts.ts'

/** Milliseconds after a save, so that several in a row are checked once. */
const FAULTS_DELAY = 500

export type Builder = ReturnType<typeof openBuilder>

export function openBuilder(details: ContentSetDetails, userId: number) {
  const { id } = details
  const params = { id }
  const draft = createStore<DraftState>(() => startDraft(details))
  const saving = createStore<SaveState>(() => ({
    phase: 'saved',
    savedAt: Date.parse(details.saved_at),
    savedBy: null,
    failure: null,
    publishedBy: null,
  }))
  const faults = createStore<{ all: readonly DraftFault[] | null }>(() => ({ all: null }))
  /** Ids of fields that the author has left or that a list of errors led to. Only these show what publishing needs. */
  const touched = createStore<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))
  const unsavedTexts = createStore<{ now: UnsavedTexts | null }>(() => ({ now: null }))
  const opening = new Map<number, Promise<void>>()
  /** Whether changes by other authors are still to be loaded. */
  let isStale = false

  async function read(elementId: number, add: typeof withNewer = withStored) {
    const stored = await api.contentSets.element.call({ params: { id, elementId } })
    draft.setState((state) => add(state, stored))
  }

  async function open(ids: readonly number[]) {
    const missing = ids.filter((one) => !draft.getState().elements[one])
    for (const one of missing) {
      if (opening.has(one)) continue
      const reading = read(one).finally(() => opening.delete(one))
      opening.set(one, reading)
    }
    await Promise.all(missing.flatMap((one) => opening.get(one) ?? []))
  }

  function apply(make: (state: DraftState) => Omit<Change, 'at'>) {
    if (!details.can_edit) return
    draft.setState((state) => applied(state, { ...make(state), at: Date.now() }))
  }

  function undo() {
    const change = draft.getState().past.at(-1)
    draft.setState(undone)
    return change
  }

  function redo() {
    const change = draft.getState().future.at(-1)
    draft.setState(redone)
    return change
  }

  async function addElement(element: DraftElement, after: number | null) {
    // The server has to know the element that the new one follows.
    await autosaver.flush()
    const stored = await api.contentSets.addElement.call({ params, body: { element, after } })
    draft.setState((state) => withCreated(state, stored, after, Date.now()))
    void readFaults()
    return stored.id
  }

  let saves = 0
  async function readFaults() {
    const before = saves
    const { faults: all } = await api.contentSets.faults.call({ params })
    // A save that ended since has newer faults.
    if (saves === before) faults.setState({ all })
  }

  let faultsTimer: ReturnType<typeof setTimeout> | undefined
  /** A change can cause or solve faults in other parts: keys are unique, and the levels count for every statement. */
  function readFaultsSoon() {
    clearTimeout(faultsTimer)
    faultsTimer = setTimeout(() => void readFaults().catch(() => {}), FAULTS_DELAY)
  }

  function markTouched(fields: readonly string[]) {
    touched.setState(({ ids }) => ({ ids: new Set([...ids, ...fields]) }))
  }

  /** Takes over what others have saved. Resolves to whether anything changed. */
  async function refresh() {
    isStale = true
    const now = await api.contentSets.get.call({ params })
    const hasChanges = hasNewerVersions(draft.getState(), now)
    const old = outdated(draft.getState(), now)
    draft.setState((state) => refreshed(state, now))
    await Promise.all(old.map((one) => read(one, withNewer)))
    isStale = false
    return hasChanges
  }

  /** Checks whether others have saved or published. With unsaved changes, the next save reports it instead. */
  async function checkForUpdates() {
    const latest = await api.contentSets.latestSave.call({ params }).catch((error: unknown) => {
      if (hasCode(error, 'not-found')) return null
      throw error
    })
    if (latest === null) return saving.setState({ phase: 'deleted' })
    if (latest.status !== 'draft')
      return saving.setState({ phase: 'published', publishedBy: saverName(latest) })
    const savedAt = Date.parse(latest.saved_at)
    const isKnown = savedAt <= (saving.getState().savedAt ?? 0) && !isStale
    if (isKnown || unsaved(draft.getState()) !== null) return
    const hasChanges = await refresh()
    saving.setState({ savedAt, savedBy: hasChanges ? notifyAbout(latest) : null })
    if (hasChanges) await readFaults()
  }

  const announcedAuthors = new Set<string>()
  function notifyAbout(latest: LatestSave) {
    const { saved_by, is_own } = latest
    const name = saverName(latest)
    if (!is_own && !announcedAuthors.has(name)) {
      const title = `${isolated(saved_by ?? 'Another author')} is also editing this draft`
      showToast({ title, description: 'Changes appear here when the other author saves.' })
    }
    announcedAuthors.add(name)
    return name
  }

  const autosaver = autosave({
    store: draft,
    send: (body) => api.contentSets.save.call({ params, body }),
    isAuthorsSession: () => signedInId() === userId,
    show: (state) => saving.setState(state),
    onSaved: (sent, answer) => {
      saves += 1
      const parts = new Set<number | null>(sent.elements?.map((element) => element.id))
      if (sent.head) parts.add(null)
      faults.setState(({ all }) => ({
        all: [...(all ?? []).filter((fault) => !parts.has(fault.element_id)), ...answer.faults],
      }))
      readFaultsSoon()
    },
    onConflict: () => void refresh().catch(() => {}),
    onPublished: () => void checkForUpdates().catch(() => {}),
  })
  const copy = createCopy<LocalDraft>({
    userId,
    place: placeOfDraft(id),
    read: () => draftToCopy(draft.getState(), id),
  })

  async function restoreCopies() {
    const copies = await copy.adopt()
    if (copies.length === 0) return
    draft.setState((state) =>
      copies.reduce<DraftState>((before, one) => withLocalDraft(before, one, details), state),
    )
    const old = outdated(draft.getState(), details)
    const reading = await Promise.allSettled(old.map((one) => read(one, withNewer)))
    isStale = reading.some(({ status }) => status === 'rejected')
    copy.write()
    if (isClean(draft.getState())) return
    showToast({
      title: 'Your unsaved changes were restored',
      description: isStale ? 'Changes by other authors haven’t loaded yet.' : undefined,
    })
    void autosaver.flush()
  }

  async function findUnsavedTexts() {
    const editionId = details.status === 'draft' ? details.based_on?.id : id
    return editionId === undefined ? null : await readUnsavedTexts(userId, editionId)
  }

  return {
    contentSetId: id,
    canEdit: details.can_edit,
    draft,
    saving,
    faults,
    touched,
    unsavedTexts,
    apply,
    undo,
    redo,
    open,
    addElement,
    checkForUpdates,
    readFaults,
    markTouched,
    autosave: autosaver,
    discard: () => draft.setState(discarded),
    isOnDevice: () => copy.write() || isClean(draft.getState()),
    restore: async () => {
      if (details.can_edit) await restoreCopies().catch(() => {})
      // After a failure the texts are offered again next time.
      const now = await findUnsavedTexts().catch(() => null)
      unsavedTexts.setState({ now })
    },
    start: () => {
      const stopSaving = autosaver.start()
      const stopCopying = copy.start()
      const stopListening = draft.subscribe(copy.writeSoon)
      return () => {
        clearTimeout(faultsTimer)
        stopListening()
        stopCopying()
        stopSaving()
      }
    },
  }
}

function saverName({ saved_by, is_own }: Saver) {
  return is_own ? 'you in another tab or on another device' : (saved_by ?? 'another author')
}
