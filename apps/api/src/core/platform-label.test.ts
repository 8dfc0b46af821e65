import { expect, test } from 'vitest'
import { readEnv } from '#read-env.ts'

test('the label of the platform has admin in it, and the demo needs the label admin', () => {
  expect(readEnv({})).toMatchObject({ PLATFORM_LABEL: 'admin', DEMO: true })
  expect(readEnv({ PLATFORM_LABEL: 'admin-two' }).DEMO).toBe(false)
  expect(() => readEnv({ PLATFORM_LABEL: 'admin-two', DEMO: 'true' })).toThrow(
    'DEMO must be false unless PLATFORM_LABEL is admin',
  )
  for (const PLATFORM_LABEL of ['two', 'Admin', 'admin.two', '-admin'])
    expect(() => readEnv({ PLATFORM_LABEL })).toThrow('PLATFORM_LABEL must contain admin')
})
