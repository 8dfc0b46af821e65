import type { TermsDraftBody, TermsVersion } from 'contract/terms-editing'
import type { UseFormReturn } from 'react-hook-form'
import { NAMES, changedBeside, mergedValues, valuesOf } from './draft-values.ts'
import { TwoTexts } from './two-texts.tsx'
import type { Meanwhile } from './use-meanwhile.ts'

interface DraftMeanwhileProps {
  form: UseFormReturn<TermsDraftBody>
  meanwhile: Meanwhile
  versions: readonly TermsVersion[]
  onDone: () => void
  onKeep: (body: TermsDraftBody) => void
}

/** Somebody else saved, published or threw away the draft: what stands now, all of it, and what is kept of one's own. */
export function DraftMeanwhile({ form, meanwhile, versions, ...then }: DraftMeanwhileProps) {
  const { draft } = meanwhile
  const base = form.formState.defaultValues as TermsDraftBody
  const theirs = valuesOf(draft, versions)
  return (
    <TwoTexts
      title={titleOf(meanwhile, versions)}
      theirs={theirs.text}
      others={draft ? changedBeside(base, theirs) : []}
      onKeep={() => {
        const kept = mergedValues(form.getValues(), base, theirs)
        for (const name of NAMES) form.setValue(name, kept[name], { shouldDirty: true })
        form.setValue('version', kept.version)
        then.onDone()
        then.onKeep(kept)
      }}
      onTake={() => {
        form.reset(theirs)
        then.onDone()
      }}
    />
  )
}

function titleOf({ draft, of }: Meanwhile, versions: readonly TermsVersion[]) {
  if (draft) return `${draft.saved_by ?? 'Somebody else'} has changed the draft meanwhile.`
  const isPublished = versions.some(({ version }) => version === of)
  return isPublished
    ? `Version ${of} has been published meanwhile.`
    : 'Somebody else has discarded the draft meanwhile.'
}
