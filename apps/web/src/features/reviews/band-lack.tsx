import type { Review } from 'contract/reviews'
import { formatScore } from 'rules/report-labels'
import { Alert } from '#ui/alert.tsx'

type Lack = NonNullable<Review['outcome']['lack']>
type Scale = Review['edition']['scale']

export function BandLack({ lack, scale, id }: { lack: Lack; scale: Scale; id: string }) {
  const { band, overall, elements } = lack
  return (
    <Alert
      variant="warning"
      title="No band is reached, so it cannot be certified."
      className="w-full"
    >
      <div id={id}>
        {overall && (
          <p>
            {band} needs {formatScore(overall.needed, scale)} overall: {standsAt(overall, scale)}.
          </p>
        )}
        {elements && (
          <>
            <p>
              {band} needs {formatScore(elements.needed, scale)} in each element:
            </p>
            <ul className="ml-5 list-disc">
              {elements.below.map(({ id: element, number, title, certified }) => (
                <li key={element} dir="auto" className="wrap-anywhere">
                  {number} {title}: {standsAt({ needed: elements.needed, certified }, scale)}
                </li>
              ))}
            </ul>
          </>
        )}
        <p>Return the assessment to be mended, or refuse the certificate.</p>
      </div>
    </Alert>
  )
}

/** What lacks a little may read as if it were reached. */
function standsAt({ needed, certified }: NonNullable<Lack['overall']>, scale: Scale) {
  if (certified === null) return 'no statement applies'
  const figure = formatScore(certified, scale)
  if (figure === formatScore(needed, scale)) return `a little less than ${figure} is certified`
  return `${figure} is certified`
}
