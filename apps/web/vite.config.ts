import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

const BRAND = '/api/tenant/brand.css'

// Few files for a first visit: left alone, each part that two pages share would be one of its own.
const FILES = [
  // What every page loads; its priority keeps these parts out of the others.
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  // What the sign-in page shares with later pages; each name brings along what it is made of.
  {
    name: 'parts',
    test: /routes[\\/]_auth\.|cookie-banner|[\\/]ui[\\/](alert|error-panel|form|password-field|take-focus)\.|identity-flows|key-round|lazy-check|route-error|use-go-on|safe-redirect|useMutation/,
    priority: 1,
  },
  // The sign-in page, by which name scripts/size.ts knows it, with what all forms need: one request less for a first
  // visit. What pages without a form share with it must not bring that along.
  { name: 'sign-in', test: /routes[\\/]_auth[\\/]login\.|react-hook-form/, priority: 1 },
  // The keys of players go with what switches them; two pages that share them would split them off.
  { name: 'shortcuts', test: /core[\\/]shortcuts|player-keys/, priority: 1 },
  // How texts, names and numbers are written.
  {
    name: 'texts',
    test: /[\\/]ui[\\/](content|own)-text\.|core[\\/]isolated|rules[\\/]src[\\/]plural/,
    priority: 1,
  },
  // How elements are referred to, grouped and named in sentences.
  {
    name: 'elements',
    test: /[\\/]ui[\\/]sentence\.|rules[\\/]src[\\/](reference|mark-titles|element-groups|element-names)\./,
    priority: 0.9,
  },
  // What loads the data of pages again after a change.
  {
    name: 'invalidate',
    test: /[\\/](invalidate|use-content-changed|refresh-organisation)\./,
    priority: 1,
  },
  // How entries of the audit log are named.
  { name: 'audit-texts', test: /contract[\\/]src[\\/]audit-(labels|names)\./, priority: 1 },
  // What dialogs and menus are made of, and icons that many pages show: one file each, not one for every small part.
  {
    name: 'overlays',
    test: /react-dialog|react-remove-scroll|aria-hidden/,
    minShareCount: 2,
    priority: 0.5,
  },
  { name: 'menus', test: /react-popper|floating-ui/, minShareCount: 2, priority: 0.4 },
  { name: 'icons', test: /lucide-react/, minShareCount: 2 },
]

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
      // A page and its error view in one file: without a connection the page must still say so.
      codeSplittingOptions: {
        defaultBehavior: [['component', 'errorComponent', 'notFoundComponent']],
        // These pages are not for every visitor: what they load is fetched with them.
        splitBehavior: ({ routeId }) =>
          /^\/(_private\/(admin|_ux\/(certification|action-reports))|verify|auth\/salesforce)/.test(
            routeId,
          )
            ? [['component', 'errorComponent', 'notFoundComponent', 'loader']]
            : undefined,
      },
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      routeFileIgnorePrefix: '-',
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    tailwindcss(),
    brandStylesheet(),
    preloadFont('instrument-sans-latin-wdth-normal'),
    listRoutes(),
    pdfParts(),
    precompress(),
  ],
  server: {
    port: 5173,
    strictPort: true,
    // All other calls go to port 4003 themselves; a stylesheet's address cannot.
    proxy: { [BRAND]: { target: 'http://localhost:4003', changeOrigin: false } },
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
    rolldownOptions: {
      // The first page names every part of every page: each letter of their names counts.
      output: { codeSplitting: { groups: FILES }, chunkFileNames: 'assets/[name]-[hash:7].js' },
    },
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
