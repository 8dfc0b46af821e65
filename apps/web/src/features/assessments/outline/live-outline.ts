import { useQuery } from '@tanstack/react-query'
import type { Outline } from 'contract/outlines'
import { answerState, targetOf } from 'rules/answer-state'
import { api } from '#core/api.ts'
import { NO_ANSWER } from '#features/assessments/answering/answers.ts'
import type { Player } from '#features/assessments/player/use-player.ts'

export type OutlinedStatement = Outline['statements'][number]

/** All statements of the assessment; with a player, the open element as it is on this page. */
export function useOutline(id: number, player?: Player) {
  const query = useQuery({ ...api.outlines.get.query({ params: { id } }), staleTime: 0 })
  const statements = query.data?.statements ?? []
  return {
    ...query,
    statements: player ? statements.map((one) => withLive(player, one)) : statements,
  }
}

function withLive(player: Player, outlined: OutlinedStatement): OutlinedStatement {
  const { quiz, answers } = player
  if (outlined.element_id !== quiz.element.id) return outlined
  const index = quiz.statements.findIndex(({ id }) => id === outlined.id)
  const statement = quiz.statements[index]
  if (!statement) return outlined
  const answer = answers[index] ?? NO_ANSWER
  return {
    ...outlined,
    state: answerState(answer),
    target: targetOf(answer),
    is_marked: quiz.marked.includes(statement.id),
    note: player.noteOf(statement),
    files: quiz.attachments.filter((file) => file.statement_id === statement.id).length,
  }
}
