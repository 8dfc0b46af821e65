import { existsSync, symlinkSync } from 'node:fs'
import { resolve } from 'node:path'

// After `npm ci`, with any Node.js: npm 9 links the Node.js of this platform, then removes the link together with the
// packages for other platforms.
const packages = resolve(import.meta.dirname ?? 'scripts', '../node_modules')
const target = `node-linux-${process.arch}/bin/node`
if (existsSync(`${packages}/${target}`) && !existsSync(`${packages}/.bin/node`))
  symlinkSync(`../${target}`, `${packages}/.bin/node`)
