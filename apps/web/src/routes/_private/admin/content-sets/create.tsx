import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { lenient, oneOf, wholeNumber } from '#core/lenient.ts'
import { requireAuthor } from '#features/identity/session/session-guards.ts'
import { useTenant } from '#core/tenant.ts'
import { PageHead } from '#ui/page.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'

const BlankForm = lazyPart(() => import('#features/content/sets/blank-form.tsx'), 'BlankForm')
const TemplateForm = lazyPart(
  () => import('#features/content/sets/template-form.tsx'),
  'TemplateForm',
)
const CopyForm = lazyPart(() => import('#features/content/sets/copy-form.tsx'), 'CopyForm')
const FileForm = lazyPart(() => import('#features/content/sets/file-form.tsx'), 'FileForm')
const ImportSteps = lazyPart(
  () => import('#features/content/exchange/import-steps.tsx'),
  'ImportSteps',
)

export const Route = createFileRoute('/_private/admin/content-sets/create')({
  validateSearch: lenient({
    from: oneOf(['template', 'file', 'copy']),
    /** The running import, which continues after a reload. */
    import: wholeNumber(1),
    /** The content set that the file is a new version of. */
    next_of: wholeNumber(1),
  }),
  beforeLoad: requireAuthor,
  head: () => ({ meta: [{ title: 'Create content set' }] }),
  component: CreatePage,
})

/** For organisations: the platform copies its templates to them. */
const TEMPLATE = {
  value: 'template',
  label: 'A template',
  hint: 'Use a framework that is ready to answer.',
} as const

const SOURCES = [
  { value: 'blank', label: 'A blank set', hint: 'Write elements and statements yourself.' },
  {
    value: 'file',
    label: 'A file',
    hint: 'Import a content set, an OSCAL or CISO Assistant file, or a table.',
  },
  {
    value: 'copy',
    label: 'An existing set',
    hint: 'Start with a copy of an existing content set.',
  },
] as const

/** As the item of the menu that leads here. */
const NEXT_VERSION = 'Import new version'

function CreatePage() {
  const { from = 'blank', import: importId, next_of } = Route.useSearch()
  const navigate = Route.useNavigate()
  const toImport = (id: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, import: id }), replace: true })
  if (importId !== undefined)
    return (
      <ImportPage
        id={importId}
        isNext={next_of !== undefined}
        isCopy={from === 'copy'}
        onAnother={() => toImport(undefined)}
      />
    )
  return (
    <div className="max-w-160">
      <PageHead
        title={next_of === undefined ? 'Create content set' : NEXT_VERSION}
        meta={
          from === 'template'
            ? 'You get your own copy, which is published straight away.'
            : 'You start with a draft. Respondents can’t see the draft until you publish it.'
        }
      />
      {next_of === undefined && <SourceChoice from={from} />}
      <Suspense>
        {from === 'blank' && <BlankForm />}
        {from === 'file' && <FileForm nextOf={next_of} onStarted={toImport} />}
        {from === 'template' && <TemplateForm />}
        {from === 'copy' && <CopyForm onStarted={toImport} />}
      </Suspense>
    </div>
  )
}

interface ImportPageProps {
  id: number
  isNext: boolean
  isCopy: boolean
  onAnother: () => void
}

function ImportPage({ isNext, ...props }: ImportPageProps) {
  const title = isNext ? NEXT_VERSION : 'Import content set'
  return (
    <div className="max-w-4xl">
      <PageHead title={props.isCopy ? 'Copy content set' : title} />
      <Suspense>
        <ImportSteps {...props} />
      </Suspense>
    </div>
  )
}

type Source = (typeof SOURCES)[number]['value'] | 'template'

function SourceChoice({ from }: { from: Source }) {
  const navigate = Route.useNavigate()
  const { is_platform: isPlatform } = useTenant()
  return (
    <div className="mb-6">
      <RadioCards<Source>
        label="Start with"
        options={isPlatform ? SOURCES : [TEMPLATE, ...SOURCES]}
        value={from}
        onValueChange={(source) =>
          void navigate({
            search: { from: source === 'blank' ? undefined : source },
            replace: true,
          })
        }
      />
    </div>
  )
}
