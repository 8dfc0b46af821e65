import { useQuery } from '@tanstack/react-query'
import type { Quiz } from 'contract/assessments'
import { overviewQuery } from '#features/assessments/overview-query.ts'
import { ContentSetTexts } from '#features/content/about-content-set.tsx'
import { ContentLanguage } from '#ui/content-text.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx'

interface AboutDialogProps {
  quiz: Quiz
  onClose: () => void
}

/** The introduction of the content set, as the overview has it. */
export function AboutDialog({ quiz, onClose }: AboutDialogProps) {
  const query = useQuery(overviewQuery(quiz))
  const set = query.data?.content_set
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="About this assessment"
      isWide
    >
      {set ? (
        <ContentLanguage of={set.language}>
          <ContentSetTexts {...set} />
          {set.description === null && set.introduction === null && (
            <p>The author hasn’t written an introduction.</p>
          )}
        </ContentLanguage>
      ) : query.isError ? (
        <QueryError query={query} title="The introduction could not be loaded">
          Check your connection, then try again.
        </QueryError>
      ) : (
        <SkeletonRegion label="Loading the introduction">
          <Skeleton className="w-3/4" />
        </SkeletonRegion>
      )}
    </Dialog>
  )
}
