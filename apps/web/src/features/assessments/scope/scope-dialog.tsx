import type { AssessmentScope } from 'contract/scope'
import { type ReactNode, useState } from 'react'
import { plural } from 'rules/plural'
import { countAnsweredOnly, countScope, scopeOfChoice } from 'rules/scope'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'

export type ScopeChoice = AssessmentScope['chosen']

interface ScopeDialogProps {
  scope: AssessmentScope
  title: string
  action: string
  /** What it says below the count, about a change. */
  aboutOf?: (choice: ScopeChoice) => string
  error?: ReactNode
  isBusy: boolean
  onClose: () => void
  onChoose: (choice: ScopeChoice) => void
}

/** The level and the profiles whose statements are asked. */
export function ScopeDialog({ scope, onClose, ...props }: ScopeDialogProps) {
  const [choice, setChoice] = useState(() => firstChoice(scope))
  return (
    <Dialog
      open
      isBusy={props.isBusy}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={props.title}
      description="You can change the scope later, but not after you submit a certification. Your answers are kept."
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button isLoading={props.isBusy} onClick={() => props.onChoose(choice)}>
            {props.action}
          </Button>
        </>
      }
    >
      <ScopeFields scope={scope} choice={choice} onChoose={setChoice}>
        {props.aboutOf && <p>{props.aboutOf(choice)}</p>}
      </ScopeFields>
      {props.error}
    </Dialog>
  )
}

/** What is chosen, else the highest level and no profile, which is everything. */
export function firstChoice({ chosen, levels }: AssessmentScope): ScopeChoice {
  return { level: chosen.level ?? levels.at(-1)?.key ?? null, profiles: chosen.profiles }
}

interface ScopeFieldsProps {
  scope: AssessmentScope
  choice: ScopeChoice
  onChoose: (choice: ScopeChoice) => void
  children?: ReactNode
}

export function ScopeFields({ scope, choice, onChoose, children }: ScopeFieldsProps) {
  const { levels, profiles } = scope
  const checked = choice.profiles ?? []
  const check = (keys: string[]) => onChoose({ ...choice, profiles: keys.length > 0 ? keys : null })
  return (
    <>
      {levels.length > 0 && (
        <RadioCards
          label="Level"
          isColumn
          options={levels.map((one) => ({
            value: one.key,
            label: one.label,
            hint: hintOf(one, countOf(scope, { ...choice, level: one.key })),
          }))}
          value={choice.level ?? ''}
          onValueChange={(level) => onChoose({ ...choice, level })}
        />
      )}
      {profiles.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="text-15 font-medium">Profiles</legend>
          <p className="text-14 text-muted-foreground">
            If you don’t choose a profile, the statements of all profiles apply.
          </p>
          {profiles.map(({ key, label, description }) => (
            <Checkbox
              key={key}
              label={<ContentText>{label}</ContentText>}
              hint={hintOf({ description }, countOf(scope, { ...choice, profiles: [key] }))}
              checked={checked.includes(key)}
              onChange={({ target }) =>
                check(target.checked ? [...checked, key] : checked.filter((one) => one !== key))
              }
            />
          ))}
        </fieldset>
      )}
      <div role="status" className="space-y-1 text-15">
        <p className="font-medium">{totalText(scope, choice)}</p>
        {children}
      </div>
    </>
  )
}

/** How many statements a choice asks, and how many of them have an answer. */
export function countOf(scope: AssessmentScope, choice: ScopeChoice) {
  return countScope(scope.parts, scopeOfChoice(groupsOf(scope), choice))
}

/** How many answers a change of the choice hides, and how many it shows again. */
export function answersMoved(scope: AssessmentScope, from: ScopeChoice, to: ScopeChoice) {
  const groups = groupsOf(scope)
  const [before, after] = [scopeOfChoice(groups, from), scopeOfChoice(groups, to)]
  return {
    hidden: countAnsweredOnly(scope.parts, before, after),
    restored: countAnsweredOnly(scope.parts, after, before),
  }
}

export function allOf(scope: AssessmentScope) {
  return countScope(scope.parts, { scope_levels: null, scope_profiles: null }).statements
}

function groupsOf({ levels, profiles }: AssessmentScope) {
  return {
    levels: levels.map(({ key, label }) => ({ key, label })),
    profiles: profiles.map(({ key, label }) => ({ key, label })),
  }
}

export function statementsText(count: number) {
  return plural(count, { one: '# statement', other: '# statements' })
}

function hintOf({ description }: { description: string | null }, counts: { statements: number }) {
  const text = statementsText(counts.statements)
  return description === null ? text : `${text}. ${description}`
}

function totalText(scope: AssessmentScope, choice: ScopeChoice) {
  const { statements } = countOf(scope, choice)
  const all = allOf(scope)
  return statements === all
    ? `All ${statementsText(all)} apply.`
    : `${statementsText(statements)} of ${all} apply.`
}
