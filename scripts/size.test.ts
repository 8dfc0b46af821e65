import { expect, test } from 'vitest'
import { sizes } from './size.ts'

const manifest = {
  'index.html': { file: 'index.js', isEntry: true, imports: ['_vendor.js'] },
  '_vendor.js': { file: 'vendor.js' },
  '_form.js': { file: 'form.js', imports: ['_vendor.js'] },
  '_radar-chart.js': { file: 'radar-chart.js' },
  '_menu.js': { file: 'menu.js' },
  'src/routes/_ux.tsx?tsr-split=component': { file: 'layout.js', imports: ['_menu.js'] },
  'src/routes/_ux/terms.tsx?tsr-split=component': { file: 'terms.js', imports: ['_menu.js'] },
  '_forms-B1.js': { file: 'sign-in.js', imports: ['index.html', '_form.js'] },
  'src/routes/_auth/-login-check.ts': { file: 'check.js' },
  'src/routes/index.tsx?tsr-split=component': {
    file: 'home.js',
    imports: ['_form.js', '_radar-chart.js'],
  },
}
const weights: Record<string, number> = {
  'index.js': 1,
  'vendor.js': 10,
  'form.js': 100,
  'sign-in.js': 1000,
  'home.js': 2000,
  'radar-chart.js': 9,
  'menu.js': 30,
  'layout.js': 40,
  'terms.js': 50,
}

test('the first page counts what every page loads, without a route', () => {
  const [first] = sizes(manifest, (file) => weights[file] ?? 0)
  expect(first).toEqual({ what: 'first page, before the route loads', bytes: 11, limit: 130_000 })
})

test('a route counts what it adds to the first page and its layouts, without charts', () => {
  const [, ...routes] = sizes(manifest, (file) => weights[file] ?? 0)
  expect(routes).toEqual([
    { what: 'src/routes/_ux.tsx', bytes: 70, limit: 64_000 },
    { what: 'src/routes/_ux/terms.tsx', bytes: 50, limit: 64_000 },
    { what: '_forms-B1.js', bytes: 1100, limit: 64_000 },
    { what: 'src/routes/index.tsx', bytes: 2100, limit: 64_000 },
  ])
})
