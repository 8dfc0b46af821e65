import { openThreads } from '#adapters/threads.ts'

/** For all test files of this process, because a thread takes half a second to load its module. */
export const threads = openThreads()
