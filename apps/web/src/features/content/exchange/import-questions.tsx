import { UNDECIDED } from 'rules/import-findings'
import { plural } from 'rules/plural'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Section } from '#ui/section.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { AssignColumns } from './assign-columns.tsx'
import type { FindingsProps } from './import-findings.tsx'
import { LevelOrder } from './level-order.tsx'
import { ResponsesQuestion } from './responses-question.tsx'

/** What the file doesn't say. Each answer changes the preview. */
export function ImportQuestions({ findings, onChoose, isMarked }: FindingsProps) {
  const { asks, choices, languages } = findings
  return (
    <Section id="questions-title" title="What the file doesn’t say" className="space-y-5">
      {findings.table && <AssignColumns findings={findings} onChoose={onChoose} />}
      {asks.includes('language') && (
        <SelectField
          label="Language"
          fieldClassName="max-w-sm"
          value={choices.language}
          options={languages.map((tag) => ({ value: tag, label: nameOf(tag) }))}
          onChange={({ target }) => onChoose({ language: target.value })}
        />
      )}
      {asks.includes('whole') && (
        <RadioCards
          label="Controls"
          value={choices.whole ? 'all' : 'chosen'}
          options={WHOLE}
          onValueChange={(value) => onChoose({ whole: value === 'all' })}
        />
      )}
      {choices.text && (
        <RadioCards
          label="Statement"
          value={choices.text}
          options={TEXT}
          onValueChange={(text) => onChoose({ text })}
        />
      )}
      {choices.responses && (
        <ResponsesQuestion
          labels={choices.responses}
          isSuggested={findings.undecided.includes('responses')}
          isMarked={isMarked}
          onChoose={(responses) => onChoose({ responses })}
        />
      )}
      {choices.groups && <GroupsQuestion {...{ findings, onChoose, isMarked }} />}
    </Section>
  )
}

function GroupsQuestion({ findings, onChoose, isMarked }: FindingsProps) {
  const { groups, choices, undecided } = findings
  const isSuggested = undecided.includes('groups')
  return (
    <>
      <RadioCards
        label={plural(groups.length, {
          one: '# group of statements',
          other: '# groups of statements',
        })}
        error={isMarked && isSuggested ? UNDECIDED.groups : undefined}
        value={isSuggested ? '' : (choices.groups ?? 'none')}
        options={GROUPS.map((option) => ({
          ...option,
          label:
            isSuggested && option.value === choices.groups
              ? `${option.label} (suggested)`
              : option.label,
        }))}
        onValueChange={(kind) => onChoose({ groups: kind })}
      />
      <LevelOrder
        groups={groups}
        isLadder={!isSuggested && choices.groups === 'level'}
        order={choices.order ?? []}
        onChoose={(order) => onChoose({ order })}
      />
    </>
  )
}

function nameOf(tag: string) {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

const WHOLE = [
  {
    value: 'chosen',
    label: 'Only controls in the profile',
    hint: 'Other controls are left out.',
  },
  {
    value: 'all',
    label: 'All controls in the catalogue',
    hint: 'Respondents can choose the profile.',
  },
] as const

const TEXT = [
  {
    value: 'description',
    label: 'Name and description',
    hint: 'The statement consists of both.',
  },
  { value: 'name', label: 'Name', hint: 'Respondents see the description as guidance.' },
] as const

const GROUPS = [
  {
    value: 'level',
    label: 'Scope levels',
    hint: 'Each level includes all lower levels.',
  },
  {
    value: 'profile',
    label: 'Profiles',
    hint: 'Respondents choose the profiles that apply to them.',
  },
  { value: 'tag', label: 'Tags', hint: 'Respondents can filter by tag. Every statement applies.' },
  { value: 'none', label: 'Leave the groups out', hint: 'Every statement applies.' },
] as const
