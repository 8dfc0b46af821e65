import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Start } from 'contract/start'
import { Check } from 'lucide-react'
import { api } from '#core/api.ts'
import { failureToast } from '#core/toast.ts'
import { useSys } from '#support/sys.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { QueryError } from '#ui/query-error.tsx'

/** Always read again: other pages finish the steps. */
export const startQuery = { ...api.start.get.query(), staleTime: 0 }

interface StartCardProps {
  /** Where it stands in for a missing framework, it is shown only while that is missing. */
  isForFramework?: boolean
}

/** The first steps of a new organisation, until they are done or the admin hides them. */
export function StartCard({ isForFramework = false }: StartCardProps) {
  const query = useQuery({ ...startQuery, refetchOnMount: ({ state }) => state.error !== null })
  const isMailOff = useSys()?.is_mail_off
  const { data } = query
  if (query.isError && isForFramework) return <Failed query={query} />
  if (!data || data.is_hidden || (data.has_framework && isForFramework)) return null
  const steps = stepsOf(data, isMailOff)
  if (steps.every(({ isDone }) => isDone)) return null
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section
      aria-labelledby="start"
      className="mx-auto mb-10 w-full max-w-[56rem] rounded-lg border bg-card p-5 md:p-6 in-[.dense]:mx-0"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="start" className="text-18 font-semibold">
          Get your organisation started
        </h2>
        <HideButton />
      </div>
      <ol className="mt-2">
        {steps.map((step, index) => (
          <Step key={step.title} step={step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </section>
  )
}

function Failed({ query }: { query: Parameters<typeof QueryError>[0]['query'] }) {
  return (
    <QueryError query={query} title="The first steps could not be loaded">
      Try again, or open the admin area.
    </QueryError>
  )
}

function HideButton() {
  const queryClient = useQueryClient()
  const hide = useMutation({
    mutationFn: () => api.start.hide.call({}),
    onSuccess: (data) => {
      queryClient.setQueryData(startQuery.queryKey, data)
      document.querySelector('h1')?.focus()
    },
    onError: failureToast('The steps could not be hidden'),
  })
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-mx-3.5"
      isLoading={hide.isPending}
      onClick={() => hide.mutate()}
    >
      Hide these steps
    </Button>
  )
}

interface Way {
  label: string
  to: string
  search?: { from: 'template' | 'file' }
}

interface StartStep {
  title: string
  text: string
  isDone: boolean
  /** The first one is the one to start with. */
  ways: Way[]
}

const CREATE = '/admin/content-sets/create'
const TEMPLATE: Way = { label: 'Use a template', to: CREATE, search: { from: 'template' } }

function stepsOf(
  { has_framework, draft_id, has_people, has_brand }: Start,
  isMailOff: boolean | undefined,
): StartStep[] {
  const framework =
    draft_id === null
      ? {
          text: 'A framework contains the statements that your users answer.',
          ways: [
            TEMPLATE,
            { label: 'Upload a file', to: CREATE, search: { from: 'file' as const } },
            { label: 'Write your own', to: CREATE },
          ],
        }
      : {
          text: 'You have a draft. Users can’t see it until you publish it.',
          ways: [{ label: 'Open the draft', to: `/admin/content-sets/${draft_id}` }, TEMPLATE],
        }
  return [
    { title: 'Choose a framework', isDone: has_framework, ...framework },
    {
      title: 'Invite people',
      text: isMailOff
        ? 'Email is turned off. Create invitations, then copy and share their links.'
        : 'Each person gets an email with a link to join.',
      isDone: has_people,
      ways: [{ label: 'Invite people', to: '/admin/users' }],
    },
    {
      title: 'Add your brand',
      text: 'Your logo and colour appear on every page and report.',
      isDone: has_brand,
      ways: [{ label: 'Add logo and colour', to: '/admin/organisation' }],
    },
  ]
}

function Step({ step, number, isNext }: { step: StartStep; number: number; isNext: boolean }) {
  const { title, text, isDone, ways } = step
  return (
    <li className="flex gap-3.5 border-t py-4 first:border-t-0 last:pb-0">
      <span
        aria-hidden="true"
        className={
          isDone
            ? 'grid size-7 shrink-0 place-items-center rounded-full bg-foreground text-background'
            : 'grid size-7 shrink-0 place-items-center rounded-full border border-input text-14 font-semibold'
        }
      >
        {isDone ? <Check className="size-4 stroke-[2.5]" /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="text-16 font-semibold">
          {title}
          {isDone && <span className="font-normal text-muted-foreground">, done</span>}
        </h3>
        {!isDone && (
          <>
            <p className="mt-0.5 text-15 text-subtle-foreground">{text}</p>
            <div className="mt-3 flex flex-wrap gap-2.5">
              {ways.map(({ label, ...way }, index) => (
                <Link
                  key={label}
                  {...way}
                  className={buttonLook(isNext && index === 0 ? 'primary' : 'outline', 'sm')}
                >
                  {label}
                </Link>
              ))}
            </div>
          </>
        )}
      </div>
    </li>
  )
}
