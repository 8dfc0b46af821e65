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

/**
 * Runs in a thread. A template that knows only after its layout where a page should have ended names the place as
 * `<break-before>`, and is laid out again.
 */
export function run({ template, data, cjk }: PdfJob): Uint8Array {
  const workspace = dirname(template)
  const key = `${workspace} ${cjk}`
  const compiler = compilers.get(key) ?? createCompiler(workspace, cjk)
  compilers.set(key, compiler)
  const inputs = { data, cjk: cjk ? 'yes' : 'no' }
  const first = compile(compiler, template, inputs)
  const [place] = compiler.query(first, { selector: '<break-before>', field: 'value' }) as string[]
  const document =
    place === undefined ? first : compile(compiler, template, { ...inputs, 'break-before': place })
  const pdf = exportPdf(compiler, document)
  // Keeps cached results that reports share and drops the others.
  compiler.evictCache(2)
  return pdf
}

function compile(compiler: NodeCompiler, template: string, inputs: Record<string, string>) {
  const compiled = compiler.compile({ mainFilePath: template, inputs })
  if (compiled.result) return compiled.result
  const faults = JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics)
  throw new Error(`The PDF template has an error: ${faults}`)
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
