import type { DueDate, Task } from 'contract/due-dates'
import { notFound } from '#core/errors.ts'
import type { Db, Scope } from '#db/scope.ts'
import { listTasks } from './due-dates.queries.ts'

/** What is on offer, or 404. */
export async function getTask(db: Db, scope: Scope, task: Task): Promise<DueDate> {
  const found = (await listTasks(db, scope, task.year)).find(
    ({ family_id, type }) => family_id === task.family_id && type === task.type,
  )
  if (!found) throw notFound('content set')
  return found
}
