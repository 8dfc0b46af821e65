import { useQuery } from '@tanstack/react-query'
import type { Quiz } from 'contract/assessments'
import { api } from '#core/api.ts'

const NONE = { since: null, statements: [] }

/** What others changed in a shared assessment since the user last looked. The same for the whole visit. */
export function useChanges({ assessment, shared }: Pick<Quiz, 'assessment' | 'shared'>) {
  const { data = NONE } = useQuery({
    ...api.presence.changes.query({ params: { id: assessment.id } }),
    enabled: shared !== null,
    staleTime: Infinity,
  })
  const changed = new Set(data.statements.map(({ statement_id }) => statement_id))
  return {
    since: data.since,
    isChanged: (statementId: number) => changed.has(statementId),
    countIn: (elementId: number) =>
      data.statements.filter(({ element_id }) => element_id === elementId).length,
  }
}
