import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { FILES, PAGES, SIGN_IN } from './first-page.ts'

const BRAND = '/api/tenant/brand.css'
const API = { target: 'http://localhost:4003', changeOrigin: false }

export default defineConfig({
  resolve: {
    // React has this hook itself, so the router needs no copy for older versions of React.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: PAGES,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      routeFileIgnorePrefix: '-',
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    tailwindcss(),
    brandStylesheet(),
    preloadFont('instrument-sans-latin-wght-normal'),
    listFirstPages(),
    listRoutes(),
    pdfParts(),
    precompress(),
  ],
  server: {
    port: 5173,
    strictPort: true,
    // All other calls go to port 4003 themselves; a stylesheet's address cannot.
    proxy: { [BRAND]: API, '/api/issuer/brand.css': API },
  },
  build: {
    target: 'es2023',
    // Browsers that run this code preload modules by themselves.
    modulePreload: { polyfill: false },
    sourcemap: 'hidden',
    manifest: true,
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    // Only pdf.js is large.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: FILES },
  },
})

/** The organisation's colours, loaded before the first paint: no flash, no inline style. */
function brandStylesheet(): Plugin {
  return {
    name: 'brand-stylesheet',
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'stylesheet', href: BRAND }, injectTo: 'head' },
    ],
  }
}

/** The first page needs one font file: fetched beside the style sheet, not after it. */
function preloadFont(name: string): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml(_html, { bundle }): HtmlTagDescriptor[] {
      const file = Object.keys(bundle ?? {}).find(
        (path) => path.includes(name) && path.endsWith('.woff2'),
      )
      if (file === undefined) return []
      const attrs = {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href: `/${file}`,
        crossorigin: true,
      }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  }
}

/** The files of the pages where visits begin, which `theme.js` fetches beside the application for visitors. */
function listFirstPages(): Plugin {
  return {
    name: 'list-first-pages',
    apply: 'build',
    transformIndexHtml(_html, { bundle }): HtmlTagDescriptor[] {
      const chunks = Object.values(bundle ?? {}).flatMap((file) =>
        file.type === 'chunk' ? [file] : [],
      )
      const signIn = chunks.filter(({ name }) => SIGN_IN.has(name)).map(({ fileName }) => fileName)
      const request = chunks.find(({ moduleIds }) => moduleIds.some((id) => REQUEST.test(id)))
      const entry = chunks.find(({ isEntry }) => isEntry)
      // What is added to a set in the loop is visited too.
      const own = new Set(request && [request.fileName])
      for (const file of own)
        for (const part of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
          own.add(part)
      const before = new Set([...signIn, entry?.fileName, ...(entry?.imports ?? [])])
      const lists = { 'sign-in': signIn, request: [...own].filter((file) => !before.has(file)) }
      return Object.entries(lists).map(([name, files]) => ({
        tag: 'meta',
        attrs: { name, content: files.map((file) => `/${file}`).join(' ') },
        injectTo: 'head-prepend',
      }))
    },
  }
}

const REQUEST = /_auth\/register\/request\/index\.tsx\?.*component/

/** The server answers 404 for other paths than these. */
function listRoutes(): Plugin {
  return {
    name: 'list-routes',
    apply: 'build',
    async generateBundle() {
      const tree = await readFile(join(import.meta.dirname, 'src/route-tree.gen.ts'), 'utf8')
      const union = /^  to:\n((?:    \| '.*'\n)+)/m.exec(tree)?.[1] ?? ''
      const paths = [...union.matchAll(/'(.*)'/g)].map(([, path]) => path)
      if (paths.length === 0) throw new Error('src/route-tree.gen.ts lists no paths of pages.')
      this.emitFile({
        type: 'asset',
        fileName: '.vite/routes.json',
        source: JSON.stringify(paths),
      })
    },
  }
}

/**
 * What pdf.js loads by name while it reads a PDF (pdf-pages.tsx): decoders of scanned pages, without WebAssembly, and
 * character maps of Asian fonts. The folder has the version in its name, because the files are cached for ever.
 */
function pdfParts(): Plugin {
  const root = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
  return {
    name: 'pdf-parts',
    apply: 'build',
    async generateBundle() {
      const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
      for (const [folder, ending] of [
        ['wasm', '_nowasm_fallback.js'],
        ['cmaps', '.bcmap'],
      ] as const)
        for (const name of await readdir(join(root, folder)))
          if (name.endsWith(ending))
            this.emitFile({
              type: 'asset',
              fileName: `assets/pdf-${version}/${name}`,
              source: await readFile(join(root, folder, name)),
            })
    },
  }
}

/** For tests, which soon replace it: compressed in a tenth of the time. No start or release uses such a build. */
const isQuick = process.env.QUICK_BUILD === 'true'
/** Compressed as in a release even then: a browser test weighs what a first visit loads. */
const FIRST_VISIT = /(^|\/)(index|parts|sign-in)-[^/]+\.(js|css)$/

/** Compressed once here, so that the server never compresses: .br and .gz beside every text file. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    generateBundle() {
      if (isQuick) this.emitFile({ type: 'asset', fileName: '.vite/quick', source: '' })
    },
    async writeBundle({ dir = 'dist' }) {
      const files = await readdir(dir, { recursive: true })
      await Promise.all(
        files
          .filter((file) => /\.(html|m?js|css|svg|json|txt)$/.test(file))
          .map((file) => compress(join(dir, file))),
      )
    },
  }
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const isBest = !isQuick || FIRST_VISIT.test(file)
  const best = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isBest ? 11 : 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, best))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: isBest ? 9 : 6 }))
}
