import { expect, test } from 'vitest'
import { encrypt, decrypt } from './encrypt.ts'

const NOW = 'the present secret of the installation'
const BEFORE = 'the secret that was there before it'

test('an encrypted text is unreadable, differs each time and is decrypted', () => {
  const encrypted = encrypt([NOW], 'row 1', 'JBSWY3DPEHPK3PXP')
  expect(encrypted.toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
  expect(encrypt([NOW], 'row 1', 'JBSWY3DPEHPK3PXP')).not.toEqual(encrypted)
  expect(decrypt([NOW], 'row 1', encrypted)).toBe('JBSWY3DPEHPK3PXP')
})

test('a text encrypted with the previous secret needs that secret', () => {
  const encrypted = encrypt([BEFORE], 'row 1', 'text')
  expect(decrypt([NOW, BEFORE], 'row 1', encrypted)).toBe('text')
  expect(() => decrypt([NOW], 'row 1', encrypted)).toThrow('can’t decrypt this value')
})

test('a text is decrypted only for its own row and unchanged', () => {
  const encrypted = encrypt([NOW], 'row 1', 'text')
  expect(() => decrypt([NOW], 'row 2', encrypted)).toThrow('can’t decrypt')
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(() => decrypt([NOW], 'row 1', changed)).toThrow()
  }
  expect(() => decrypt([NOW], 'row 1', Buffer.alloc(3))).toThrow()
})
