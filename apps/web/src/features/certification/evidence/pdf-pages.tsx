import 'pdfjs-dist/web/pdf_viewer.css'
import { Minus, Plus } from 'lucide-react'
import {
  AnnotationMode,
  GlobalWorkerOptions,
  PasswordException,
  getDocument,
  version,
} from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- Vite answers with the file's address
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { EventBus, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { plural } from 'rules/plural'
import { IconButton } from '#ui/button.tsx'
import type { ShownFileProps } from './evidence-panel.tsx'

GlobalWorkerOptions.workerSrc = worker
/** Where the build puts what pdf.js loads by name (vite.config.ts). */
const PARTS = `/assets/pdf-${version}/`

/**
 * The pages of a PDF, drawn by pdf.js: the browser's own viewer would need a frame with the file's address, and phones
 * have none. Scripts, forms and external links of the file don't work.
 */
export function PdfPages({ content, onFault }: ShownFileProps) {
  const place = useRef<HTMLDivElement>(null)
  const viewer = useRef<PDFViewer>(null)
  const [pages, setPages] = useState(0)
  const tellFault = useEffectEvent(onFault)

  useEffect(() => {
    const container = place.current
    if (!container) return undefined
    const ending = new AbortController()
    let end = () => {}
    const eventBus = new EventBus()
    const linkService = new PDFLinkService({ eventBus })
    linkService.externalLinkEnabled = false
    const options = {
      container,
      eventBus,
      linkService,
      annotationMode: AnnotationMode.ENABLE,
      removePageBorders: true,
      // Not in the library's types.
      abortSignal: ending.signal,
    }
    const shown = new PDFViewer(options)
    linkService.setViewer(shown)
    viewer.current = shown
    const fit = () => {
      if (shown.pagesCount > 0) shown.currentScaleValue = 'page-width'
    }
    eventBus.on('pagesinit', fit)
    const sizes = new ResizeObserver(fit)
    sizes.observe(container)
    const show = async () => {
      const task = getDocument({
        data: await content.arrayBuffer(),
        // The content security policy allows no WebAssembly.
        useWasm: false,
        wasmUrl: PARTS,
        cMapUrl: PARTS,
        enableXfa: false,
      })
      if (ending.signal.aborted) return await task.destroy()
      end = () => void task.destroy()
      try {
        const pdf = await task.promise
        linkService.setDocument(pdf)
        shown.setDocument(pdf)
        setPages(pdf.numPages)
      } catch (error) {
        if (!ending.signal.aborted) tellFault(faultOf(error))
      }
    }
    void show()
    return () => {
      ending.abort()
      sizes.disconnect()
      end()
    }
  }, [content])

  return (
    <>
      <div className="flex items-center justify-between border-b ps-4 pe-1 text-13 text-muted-foreground">
        <p role="status">{pages > 0 && plural(pages, { one: '# page', other: '# pages' })}</p>
        <div className="flex">
          <IconButton
            label="Zoom out"
            icon={<Minus />}
            size="sm"
            onClick={() => viewer.current?.decreaseScale()}
          />
          <IconButton
            label="Zoom in"
            icon={<Plus />}
            size="sm"
            onClick={() => viewer.current?.increaseScale()}
          />
        </div>
      </div>
      <div className="relative min-h-0 flex-1">
        <div
          ref={place}
          role="group"
          aria-label={content.name}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
          tabIndex={0}
          className="absolute inset-0 overflow-auto bg-muted"
        >
          <div className="pdfViewer" />
        </div>
      </div>
    </>
  )
}

function faultOf(error: unknown) {
  return error instanceof PasswordException
    ? 'The file is protected with a password. Download the file to open it.'
    : 'The file may be damaged. Download the file to open it in another program.'
}
