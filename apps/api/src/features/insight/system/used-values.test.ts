import { expect, test } from 'vitest'
import { readEnv } from '#read-env.ts'
import { usedValues } from './used-values.ts'

const networksOf = (TRUSTED_PROVIDER_NETWORKS: string) =>
  new Map(usedValues(readEnv({ TRUSTED_PROVIDER_NETWORKS }))).get('TRUSTED_PROVIDER_NETWORKS')

test.each([
  ['10.20.0.5/16', '10.20.0.0/16'],
  ['10.20.0.5/32', '10.20.0.5'],
  ['FD00:0:0::1/8', 'fd00::/8'],
  ['::ffff:10.20.0.5/112', '::ffff:a14:0/112'],
  ['fd00::1/128', 'fd00:0::0:1'],
  ['::ffff:10.20.0.5', '10.20.0.5'],
  ['::FFFF:a14:5/112', '10.20.0.0/16'],
])('%s and %s are the same network', (one, other) => {
  expect(networksOf(one)).toEqual(networksOf(other))
})

test.each([
  ['10.20.0.0/16', '10.20.0.0/15'],
  ['10.20.0.0/16', '10.21.0.0/16'],
  ['a14::/16', '10.20.0.0/16'],
  ['10.20.0.5', '10.20.0.0/16'],
  ['::10.20.0.5', '10.20.0.5'],
])('%s and %s are different networks', (one, other) => {
  expect(networksOf(one)).not.toEqual(networksOf(other))
})
