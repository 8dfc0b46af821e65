import { type CallOptions, type TestApp, startTestApp } from './test-app.ts'

/** A second server on the same database. Calls alternate between the two. */
export async function startSecondNode(first: TestApp, env: Record<string, string> = {}) {
  const second = await startTestApp({ works: false, besides: first, env })
  let turn = 0
  return {
    call: (options: CallOptions) => {
      turn += 1
      return (turn % 2 === 0 ? first : second).call(options)
    },
    close: () => second.close(),
  }
}
