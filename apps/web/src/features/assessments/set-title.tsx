import { useNavigate } from '@tanstack/react-router'
import type { Overview } from 'contract/assessments'
import { ContentText } from '#ui/content-text.tsx'
import { SelectField } from '#ui/select-field.tsx'

/** The title of the shown content set. If there are several, they can be chosen there. */
export function SetTitle({ overview: { content_set: shown, set, sets } }: { overview: Overview }) {
  const navigate = useNavigate()
  if (set === null || sets.length < 2)
    return <ContentText language={shown?.language}>{shown?.title}</ContentText>
  return (
    <SelectField
      label="Content set"
      isLabelHidden
      fieldClassName="mb-3 w-80 max-w-full"
      value={set}
      options={sets.map(({ id, title, language }) => ({
        value: String(id),
        label: title,
        language,
      }))}
      onChange={({ target }) =>
        void navigate({
          to: '.',
          search: (before) => ({ ...before, set: Number(target.value) }),
        })
      }
    />
  )
}
