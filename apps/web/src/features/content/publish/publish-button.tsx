import type { ContentSetDetails } from 'contract/content-sets'
import { GitBranchPlus, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { can } from '#core/can.ts'
import { showToast } from '#core/toast.ts'
import { useUser } from '#features/session/user.ts'
import { Button } from '#ui/button.tsx'
import { useBuilder } from '#features/content/builder-context.ts'
import { isClean } from '#features/content/saving/draft-saving.ts'
import { refusals } from '#features/content/saving/refusals.ts'
import { useNewVersion } from './use-new-version.ts'
import { useShowEdition } from './use-show-edition.ts'

const PublishDialog = lazy(() =>
  import('./publish-dialog.tsx').then((module) => ({ default: module.PublishDialog })),
)

export function PublishButton({ set, onFaults }: { set: ContentSetDetails; onFaults: () => void }) {
  const { autosave, draft, faults, readFaults, lookAround } = useBuilder()
  const show = useShowEdition(set.id)
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)

  async function ask() {
    setBusy(true)
    try {
      if (!(await autosave.flush())) return isRefused() ? onFaults() : tellUnsaved()
      await readFaults()
      const { all } = faults.getState()
      if (all && all.length > 0) onFaults()
      else setAsking(isClean(draft.getState()))
    } catch {
      showToast({ variant: 'destructive', title: 'What is missing could not be read' })
    } finally {
      setBusy(false)
    }
  }

  const isRefused = () => refusals(draft.getState()).length > 0

  return (
    <>
      <Button icon={<Upload />} isLoading={isBusy} onClick={() => void ask()}>
        Publish
      </Button>
      {isAsking && (
        <Suspense>
          <PublishDialog
            id={set.id}
            version={set.version}
            onClose={() => setAsking(false)}
            onPublished={() => void show()}
            onIncomplete={onFaults}
            onConflict={() => void lookAround().catch(() => {})}
          />
        </Suspense>
      )}
    </>
  )
}

function tellUnsaved() {
  showToast({
    variant: 'destructive',
    title: 'Not everything is saved yet',
    description: 'The line below the title says what is in the way of it.',
  })
}

/** What is published stays as it is: it is changed by its next version. */
export function NewVersionButton({ set }: { set: ContentSetDetails }) {
  const user = useUser()
  const begin = useNewVersion()
  if (set.status === 'draft' || !can(user, 'create-concept-set-for-company')) return null
  return (
    <Button
      icon={<GitBranchPlus />}
      isLoading={begin.isPending}
      onClick={() => begin.mutate(set.id)}
    >
      {set.draft_id === null ? 'Make a new version' : 'Open the next version'}
    </Button>
  )
}
