import { globSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { fontPaths } from '../apps/api/src/adapters/pdf-fonts.ts'

// After `npm ci` of a release: removes what no installation reads, about 190 MB.
const ROOT = resolve(import.meta.dirname, '..')
const fonts = fontPaths({ cjk: true })
const UNUSED = [
  // Headers for compilers.
  'node_modules/node-*/include',
  // npm 9 also installs packages for systems without glibc.
  'node_modules/@{img,myriaddreamin,node-rs}/*{musl,wasm32}*',
  // Builds for browsers and for CommonJS, and languages that no email has.
  'node_modules/docx/dist/*.{cjs,iife.js}',
  'node_modules/prettier/plugins/{flow,typescript}.*',
  'node_modules/**/*.{d.ts,d.mts,d.cts,js.map,mjs.map,cjs.map,ts.map,mts.map,cts.map}',
]
const FONTS = 'node_modules/@{embedpdf,expo-google-fonts}/**/*.{ttf,otf}'

for (const path of globSync(UNUSED, { cwd: ROOT }))
  rmSync(resolve(ROOT, path), { recursive: true, force: true })
for (const path of globSync(FONTS, { cwd: ROOT }).map((path) => resolve(ROOT, path)))
  if (!fonts.some((font) => path.startsWith(font))) rmSync(path)
