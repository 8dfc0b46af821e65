import { readFileSync } from 'node:fs'
import { brandTokens } from 'brand/brand-tokens'
import { expect, test } from 'vitest'

test('the sample tenant’s tokens match its brand colour', () => {
  const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
  const { light, dark } = brandTokens('#1C5C46')
  const [lightCss = '', darkCss = ''] = css.split('.dark')
  expect(declared(lightCss)).toMatchObject(light)
  expect(declared(darkCss)).toMatchObject(dark)
})

function declared(css: string) {
  const declarations = css.matchAll(/--([\w-]+): ([^;]+);/g)
  return Object.fromEntries([...declarations].map(([, name, value]) => [name, value]))
}
