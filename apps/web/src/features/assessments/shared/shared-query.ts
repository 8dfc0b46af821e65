import { useQueryClient } from '@tanstack/react-query'
import type { People, SharedAssessment } from 'contract/shared-assessments'
import { api } from '#core/api.ts'

export const sharedQuery = api.shared.list.query()

/** Shows the people that a change returned, wherever the assessment is shown. */
export function usePeopleChanged(id: number) {
  const queryClient = useQueryClient()
  return (changed: People) => {
    const people = peopleOf(changed)
    const { queryKey } = api.shared.people.query({ params: { id } })
    queryClient.setQueryData(queryKey, people)
    queryClient.setQueryData(
      sharedQuery.queryKey,
      (answer) =>
        answer && {
          rows: answer.rows.map((row) => (row.id === id ? { ...row, ...people } : row)),
        },
    )
    void queryClient.invalidateQueries({ queryKey: api.assessments.overview.key })
    void queryClient.invalidateQueries({ queryKey: api.assessments.quiz.key })
  }
}

/** After a refusal: someone else may have changed the people. */
export function useRefreshShared() {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: sharedQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: api.shared.people.key })
  }
}

export type SharedPeople = People & Pick<SharedAssessment, 'id'>

/** Without what else a change returns. */
function peopleOf({ owner, members, awaited, approver, ...people }: People): People {
  const { needs_person, questions_need_person, actions_need_person } = people
  return {
    owner,
    members,
    awaited,
    approver,
    needs_person,
    questions_need_person,
    actions_need_person,
  }
}
