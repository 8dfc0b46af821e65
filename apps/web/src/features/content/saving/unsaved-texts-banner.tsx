import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonLook } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useBuilder, useDraft, useSaving } from '#features/content/builder-context.ts'
import { counted } from '#features/content/publish/edition-labels.ts'
import { localDraft } from './local-draft.ts'
import { unsavedTexts } from './unsaved-texts.ts'
import type { UnsavedTexts } from './read-unsaved-texts.ts'
import { DiscardTexts, TextsToCopy } from './texts-to-copy.tsx'

export function UnsavedTextsBanner() {
  const found = useStore(useBuilder().unsavedTexts, ({ now }) => now)
  if (!found) return null
  const { version, texts } = found
  const title = `Words that were not saved before version ${version} was published`
  return (
    <div className="border-b bg-card px-(--gutter) py-2.5 lg:px-5">
      <Alert
        variant="warning"
        title={`${title}.`}
        action={
          <Sheet
            side="right"
            title={title}
            trigger={<Button variant="outline">Show them</Button>}
            footer={<Discard found={found} />}
          >
            <p className="text-14 text-muted-foreground">
              Version {version} is without them. Copy what is still wanted into the next version.
            </p>
            <TextsToCopy texts={texts} />
          </Sheet>
        }
      >
        {counted(texts.length, 'text')}, kept on this device until you sign out.
      </Alert>
    </div>
  )
}

export function DeletedBanner() {
  return useSaving().phase === 'deleted' ? <Deleted /> : null
}

function Deleted() {
  const state = useDraft((state) => state)
  const texts = useMemo(() => unsavedTexts(localDraft(state)), [state])
  return (
    <div className="border-b bg-card px-(--gutter) py-2.5 lg:px-5">
      <Alert
        isLive
        variant="destructive"
        title="Somebody has deleted this draft."
        action={
          <div className="flex flex-wrap gap-2">
            {texts.length > 0 && (
              <Sheet
                side="right"
                title="Words that were not saved before the draft was deleted"
                trigger={<Button variant="outline">Show your words</Button>}
              >
                <TextsToCopy texts={texts} />
              </Sheet>
            )}
            <Link to="/admin/content-sets" className={buttonLook('outline')}>
              All content sets
            </Link>
          </div>
        }
      >
        {texts.length === 0
          ? 'Nothing can be saved in it any more.'
          : `Nothing can be saved in it any more. Copy what you still want: ${counted(texts.length, 'text')}.`}
      </Alert>
    </div>
  )
}

function Discard({ found: { texts, forget } }: { found: UnsavedTexts }) {
  const { unsavedTexts } = useBuilder()
  return (
    <DiscardTexts
      count={texts.length}
      onDiscard={() => void forget().then(() => unsavedTexts.setState({ now: null }))}
    />
  )
}
