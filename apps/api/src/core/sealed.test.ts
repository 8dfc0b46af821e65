import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

const NOW = 'the present secret of the installation'
const BEFORE = 'the secret that was there before it'

test('what is sealed is not readable, differs each time, and opens again', () => {
  const sealed = seal([NOW], 'row 1', 'JBSWY3DPEHPK3PXP')
  expect(sealed.toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
  expect(seal([NOW], 'row 1', 'JBSWY3DPEHPK3PXP')).not.toEqual(sealed)
  expect(unseal([NOW], 'row 1', sealed)).toBe('JBSWY3DPEHPK3PXP')
})

test('what the previous secret sealed still opens, and only with it', () => {
  const sealed = seal([BEFORE], 'row 1', 'text')
  expect(unseal([NOW, BEFORE], 'row 1', sealed)).toBe('text')
  expect(() => unseal([NOW], 'row 1', sealed)).toThrow('not configured')
})

test('it opens at its own place alone, and not when a bit of it was changed', () => {
  const sealed = seal([NOW], 'row 1', 'text')
  expect(() => unseal([NOW], 'row 2', sealed)).toThrow('another place')
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => unseal([NOW], 'row 1', changed)).toThrow()
  }
  expect(() => unseal([NOW], 'row 1', Buffer.alloc(3))).toThrow()
})
