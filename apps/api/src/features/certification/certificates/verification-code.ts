import { randomInt } from 'node:crypto'

// As `VERIFICATION_CODE` in the contract has them.
const CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTVWXYZ'

/** Three groups of four characters, 59 bits: random, for outsiders see it. */
export function newVerificationCode(): string {
  const group = () =>
    Array.from({ length: 4 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
  return [group(), group(), group()].join('-')
}
