import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute, notFound } from '@tanstack/react-router'
import { ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { isolated } from '#core/isolated.ts'
import { idIn } from '#core/route-id.ts'
import { useTenant } from '#core/tenant.ts'
import { requireSharedReader } from '#features/identity/session/session-guards.ts'
import { Approver } from '#features/assessments/shared/approver.tsx'
import { Members } from '#features/assessments/shared/members.tsx'
import { Certificate, Owner, Progress } from '#features/assessments/shared/shared-facts.tsx'
import { sharedQuery } from '#features/assessments/shared/shared-query.ts'
import { ContentText } from '#ui/content-text.tsx'
import { PageHead } from '#ui/page.tsx'

export const Route = createFileRoute('/_private/admin/shared-assessments/$id')({
  beforeLoad: ({ context }) => requireSharedReader(context),
  loader: async ({ context: { queryClient }, params }) => {
    const id = idIn(params.id)
    const { rows } = await queryClient.fetchQuery(sharedQuery)
    const found = rows.find((row) => row.id === id)
    if (!found) throw notFound()
    return { name: `${isolated(found.title)} ${found.year}` }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.name ?? 'Shared assessment' }] }),
  component: SharedAssessmentPage,
})

function SharedAssessmentPage() {
  const { id } = Route.useParams()
  const { is_platform: isPlatform } = useTenant()
  const { rows } = useSuspenseQuery(sharedQuery).data
  const shared = rows.find((row) => String(row.id) === id)
  if (!shared) throw notFound()
  const { title, language, year, type, tenant } = shared
  return (
    <>
      <PageHead
        parent={
          <Link
            to="/admin/shared-assessments"
            activeOptions={{ exact: true }}
            className="link hit-44"
          >
            Shared assessments
          </Link>
        }
        title={
          <>
            <ContentText language={language}>{title}</ContentText> {year}
          </>
        }
        meta={
          <span className="flex flex-wrap gap-x-4">
            <span>{`Shared ${ASSESSMENT_TYPE_LABELS[type].toLowerCase()}`}</span>
            {isPlatform && <span translate="no">{tenant.name}</span>}
          </span>
        }
      />
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-8">
          <Owner shared={shared} mayManage={!isPlatform} />
          <Members shared={shared} mayManage={!isPlatform} />
          {type === 'certification' && <Approver shared={shared} mayManage={!isPlatform} />}
        </div>
        <div className="space-y-8">
          <Progress shared={shared} />
          {type === 'certification' && <Certificate shared={shared} />}
        </div>
      </div>
    </>
  )
}
