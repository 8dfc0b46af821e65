import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type NodeTypstDocument, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

export interface PdfJob {
  template: string
  data: string
}

/** Static fonts: Instrument Sans, and Noto for Greek, Cyrillic, Arabic, Hebrew and emoji. */
const FONTS = {
  'instrument-sans': [
    '400Regular',
    '400Regular_Italic',
    '500Medium',
    '600SemiBold',
    '600SemiBold_Italic',
    '700Bold',
  ],
  'noto-sans': ['400Regular', '600SemiBold'],
  'noto-sans-arabic': ['400Regular', '600SemiBold'],
  'noto-sans-hebrew': ['400Regular', '600SemiBold'],
  'noto-emoji': ['400Regular'],
}

const compilers = new Map<string, NodeCompiler>()

/** Runs in the thread pool. */
export function printPdf({ template, data }: PdfJob): Uint8Array {
  const workspace = dirname(template)
  const compiler = compilers.get(workspace) ?? createCompiler(workspace)
  const compiled = compiler.compile({ mainFilePath: template, inputs: { data } })
  const { result } = compiled
  if (!result) {
    const faults = JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics)
    throw new Error(`The template does not compile: ${faults}`)
  }
  const pdf = exportPdf(compiler, result)
  // Keeps cached results that reports share and drops the others.
  compiler.evictCache(2)
  return pdf
}

/** A character without a font (Chinese, for example) rules out PDF/UA-1, but not a tagged PDF. */
function exportPdf(compiler: NodeCompiler, document: NodeTypstDocument) {
  try {
    return compiler.pdf(document, { pdfStandard: 'ua-1' })
  } catch (error) {
    if (!String(error).includes('could not be displayed with font')) throw error
    return compiler.pdf(document, { pdfTags: true })
  }
}

function createCompiler(workspace: string) {
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: fontFolders() }] })
  compilers.set(workspace, compiler)
  return compiler
}

function fontFolders() {
  const require = createRequire(import.meta.url)
  return Object.entries(FONTS).flatMap(([family, styles]) => {
    const folder = dirname(require.resolve(`@expo-google-fonts/${family}/package.json`))
    return styles.map((style) => join(folder, style))
  })
}
