import { beforeAll, expect, inject, vi } from 'vitest'
import { HOOKS, LOADING } from './phases.ts'

const ACTIVE_MUTANT = '__STRYKER_ACTIVE_MUTANT__'
const NAMESPACE = '__stryker__'
type State = {
  currentTestId?: string | undefined
  mutantCoverage?: { static: object; perTest: object }
}

const given = inject as (key: string) => unknown
const state = ((globalThis as { [NAMESPACE]?: State })[NAMESPACE] ??= {})

if (given('mode') === 'mutant') {
  // Threads read it from here.
  process.env[ACTIVE_MUTANT] = String(given('activeMutant'))
} else {
  // A test that fails without a mutant is left out; the others go on.
  vi.setConfig({ bail: 0 } as object)
  const file = expect.getState().testPath ?? ''
  let phase = LOADING
  let test: string | undefined
  Object.defineProperty(state, 'currentTestId', {
    configurable: true,
    get: () => test ?? `${file}#${phase}`,
    set: (id: string | undefined) => {
      test = id
    },
  })
  // The files of a worker share it, and each sends all of it.
  if (state.mutantCoverage) Object.assign(state.mutantCoverage, { static: {}, perTest: {} })
  beforeAll(() => void (phase = HOOKS))
}
