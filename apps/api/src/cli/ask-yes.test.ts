import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askYes } from './ask-yes.ts'
import { promptPassword } from './prompt-password.ts'

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'

/** A terminal on which someone presses these keys. */
function aTerminal(keys: string) {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => void vi.restoreAllMocks())
  input.write(keys)
}

test.for([CTRL_C, CTRL_D, 'no\r'])('only the word yes continues, not %j', async (keys) => {
  aTerminal(keys)
  await expect(askYes('Remove it?', 'Nothing was removed.')).rejects.toMatchObject({
    name: 'StartError',
    message: 'Nothing was removed.',
  })
})

test('the word yes continues', async () => {
  aTerminal('yes\r')
  await askYes('Remove it?', 'Nothing was removed.')
})

test.for([CTRL_C, CTRL_D])('%j instead of a password adds no user', async (keys) => {
  aTerminal(keys)
  await expect(promptPassword()).rejects.toMatchObject({
    name: 'StartError',
    message: 'No user was added.',
  })
})
