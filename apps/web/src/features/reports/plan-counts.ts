import { plural } from 'rules/plural'

export interface PlanCounts {
  /** Still to be done, and of these past their due date. */
  left: number
  overdue: number
  done: number
}

/** `3 to do, 1 of them overdue. 2 done.` */
export function countsText({ left, overdue, done }: PlanCounts): string {
  const doneText = done === 0 ? '' : ` ${plural(done, { one: '# done', other: '# done' })}.`
  if (left === 0) return `Nothing left to do.${doneText}`
  const toDo = plural(left, { one: '# to do', other: '# to do' })
  return `${toDo}${overdueText(left, overdue)}.${doneText}`
}

function overdueText(left: number, overdue: number) {
  if (overdue === 0) return ''
  return left === 1 ? ' and overdue' : `, ${overdue} of them overdue`
}
