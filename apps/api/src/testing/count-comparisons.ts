import { createHook } from 'node:async_hooks'

/** Counts the password library's native tasks, which have a type of their own. */
export function countComparisons(): () => number {
  let count = 0
  const init = (_id: number, type: string) => {
    if (type === 'undefined') count += 1
  }
  const hook = createHook({ init }).enable()
  return () => {
    hook.disable()
    return count
  }
}
