import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { plural } from 'rules/plural'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonLook } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useBuilder, useDraft, useSaving } from '#features/content/builder-context.ts'
import { localDraft } from './local-draft.ts'
import { unsavedTexts } from './unsaved-texts.ts'
import { DiscardTexts, TextsToCopy } from './texts-to-copy.tsx'

export function UnsavedTextsBanner() {
  const { unsavedTexts } = useBuilder()
  const found = useStore(unsavedTexts, ({ now }) => now)
  if (!found) return null
  const { version, texts, forget } = found
  const discard = () => void forget().then(() => unsavedTexts.setState({ now: null }))
  const title = `Some text was not saved before version ${version} was published`
  return (
    <div className="border-b bg-card px-(--gutter) py-2.5 lg:px-5">
      <Alert
        variant="warning"
        title={`${title}.`}
        action={
          <Sheet
            side="right"
            title={title}
            trigger={<Button variant="outline">Show text</Button>}
            footer={<DiscardTexts count={texts.length} onDiscard={discard} />}
          >
            <p className="text-14 text-muted-foreground">
              Version {version} doesn’t include this text. Copy what you need into the next version.
            </p>
            <TextsToCopy texts={texts} />
          </Sheet>
        }
      >
        {plural(texts.length, {
          one: 'Text from # field is stored on this device until you sign out.',
          other: 'Text from # fields is stored on this device until you sign out.',
        })}
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
        title="This draft was deleted."
        action={
          <div className="flex flex-wrap gap-2">
            {texts.length > 0 && (
              <Sheet
                side="right"
                title="Some text was not saved before the draft was deleted"
                trigger={<Button variant="outline">Show your text</Button>}
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
          ? 'You can no longer save changes.'
          : plural(texts.length, {
              one: 'You can no longer save changes. Text from # field was not saved. Copy what you need.',
              other:
                'You can no longer save changes. Text from # fields was not saved. Copy what you need.',
            })}
      </Alert>
    </div>
  )
}
