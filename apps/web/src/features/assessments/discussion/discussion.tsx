import { useQuery } from '@tanstack/react-query'
import type { Comment } from 'contract/comments'
import { useState } from 'react'
import { formatNumber, plural } from 'rules/plural'
import { Disclosure } from '#ui/disclosure.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { CommentItem } from './comment-item.tsx'
import { Composer } from './composer.tsx'
import { type Place, commentsQuery } from './use-comments.ts'

interface DiscussionProps {
  place: Place
  statement: { id: number; title: string }
  ownerId: number
  /** Whether the assessment can still be changed. */
  isOpen: boolean
  onAddToNote?: ((text: string) => void) | undefined
}

/** What the people of a shared assessment say about a statement. */
export function Discussion(props: DiscussionProps) {
  const { place, statement, isOpen } = props
  const query = useQuery(commentsQuery(place))
  return (
    <Section
      id="discussion"
      title="Discussion"
      titleClassName="xl:text-16"
      className="mt-7 first:mt-0"
    >
      {query.isError ? (
        <QueryError query={query} title="The comments could not be loaded">
          {isOpen && 'What you write here is kept on this device.'}
        </QueryError>
      ) : query.data ? (
        <Comments {...props} all={query.data.comments} />
      ) : (
        <SkeletonRegion label="Loading the comments">
          <Skeleton className="mt-3 w-1/2" />
          <Skeleton className="mt-2 w-full" />
        </SkeletonRegion>
      )}
      {isOpen && (
        <Composer
          key={`comment ${statement.id}`}
          place={place}
          statementId={statement.id}
          title={statement.title}
        />
      )}
    </Section>
  )
}

function Comments({ all, ...props }: DiscussionProps & { all: readonly Comment[] }) {
  const { place, statement, ownerId, isOpen, onAddToNote } = props
  const [isAll, setAll] = useState(false)
  const own = all.filter((comment) => comment.statement_id === statement.id)
  const resolved = own.filter((comment) => comment.resolved_at !== null)
  const shown = isAll ? own : own.filter((comment) => comment.resolved_at === null)
  const homeless = all.filter((comment) => comment.element_id === null)
  const list = (comments: readonly Comment[], hasStatement = true) => (
    <ul className="divide-y">
      {comments.map((comment) => (
        <CommentItem
          key={comment.id}
          {...{ place, comment, ownerId }}
          isOpen={isOpen && hasStatement}
          onAddToNote={hasStatement ? onAddToNote : undefined}
        />
      ))}
    </ul>
  )
  return (
    <>
      {own.length === 0 && (
        <p className="mt-1 text-14 text-muted-foreground">
          {isOpen
            ? 'No comments yet. Share what you know, or ask a colleague a question.'
            : 'No comments.'}
        </p>
      )}
      {list(shown)}
      {resolved.length > 0 && (
        <Button
          variant="ghost"
          size="xs"
          aria-pressed={isAll}
          onClick={() => setAll(!isAll)}
          className="-ms-3"
        >
          {isAll
            ? 'Hide resolved questions'
            : plural(resolved.length, {
                one: 'Show # resolved question',
                other: 'Show # resolved questions',
              })}
        </Button>
      )}
      {homeless.length > 0 && (
        <Disclosure
          className="mt-3 border-t"
          title={`Comments on removed statements (${formatNumber(homeless.length)})`}
        >
          {[...Map.groupBy(homeless, (comment) => comment.statement_id).values()].map(
            (comments) => (
              <div key={comments[0]?.statement_id} className="pt-2">
                <p dir="auto" className="text-14 font-medium wrap-anywhere">
                  {comments[0]?.statement}
                </p>
                {list(comments, false)}
              </div>
            ),
          )}
        </Disclosure>
      )}
    </>
  )
}
