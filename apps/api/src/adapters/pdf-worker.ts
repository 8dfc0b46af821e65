import { dirname } from 'node:path'
import { type NodeTypstDocument, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { fontPaths } from './pdf-fonts.ts'

interface PdfJob {
  template: string
  data: string
  /** With fonts for Chinese, Japanese and Korean. */
  cjk: boolean
}

const compilers = new Map<string, NodeCompiler>()

/** Runs in a thread. */
export function run({ template, data, cjk }: PdfJob): Uint8Array {
  const workspace = dirname(template)
  const key = `${workspace} ${cjk}`
  const compiler = compilers.get(key) ?? createCompiler(workspace, cjk)
  compilers.set(key, compiler)
  const inputs = { data, cjk: cjk ? 'yes' : 'no' }
  const compiled = compiler.compile({ mainFilePath: template, inputs })
  const { result } = compiled
  if (!result) {
    const faults = JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics)
    throw new Error(`The PDF template has an error: ${faults}`)
  }
  const pdf = exportPdf(compiler, result)
  // Keeps cached results that reports share and drops the others.
  compiler.evictCache(2)
  return pdf
}

/** A rare character without a font rules out PDF/UA-1, but not a tagged PDF. */
function exportPdf(compiler: NodeCompiler, document: NodeTypstDocument) {
  try {
    return compiler.pdf(document, { pdfStandard: 'ua-1' })
  } catch (error) {
    if (!String(error).includes('could not be displayed with font')) throw error
    return compiler.pdf(document, { pdfTags: true })
  }
}

function createCompiler(workspace: string, cjk: boolean) {
  return NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: fontPaths({ cjk }) }] })
}
