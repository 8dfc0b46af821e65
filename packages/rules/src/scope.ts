/** What was chosen of a set at the start of an assessment. Null: everything. */
export type Scope = {
  /** The keys of the chosen level and of those below it, lowest first. */
  scope_levels: readonly string[] | null
  scope_profiles: readonly string[] | null
}

export type Scoped = {
  /** The lowest level that asks for it. Null: every level. */
  level_key: string | null
  /** Null: every profile. */
  profile_keys: readonly string[] | null
}

/** Whether a statement is asked. `applies` of the queries says the same. */
export function applies({ level_key, profile_keys }: Scoped, scope: Scope): boolean {
  const { scope_levels: levels, scope_profiles: profiles } = scope
  const isOfLevel = level_key === null || levels === null || levels.includes(level_key)
  const isOfProfile =
    profile_keys === null || profiles === null || profile_keys.some((key) => profiles.includes(key))
  return isOfLevel && isOfProfile
}

/** A level and profiles by their keys. Null: all. */
export type ScopeChoice = { level: string | null; profiles: readonly string[] | null }

type Group = { key: string; label: string; description?: string | undefined }

/** The groups of a set that are chosen: levels lowest first, and profiles. */
export type ScopeGroups = { levels: readonly Group[]; profiles: readonly Group[] }

export function scopeOfChoice({ levels }: ScopeGroups, { level, profiles }: ScopeChoice): Scope {
  const keys = levels.map(({ key }) => key)
  return {
    scope_levels: level === null ? null : keys.slice(0, keys.indexOf(level) + 1),
    scope_profiles: profiles === null || profiles.length === 0 ? null : profiles,
  }
}

export function choiceOfScope({ scope_levels, scope_profiles }: Scope): ScopeChoice {
  return { level: scope_levels?.at(-1) ?? null, profiles: scope_profiles }
}

/** The choice as far as an edition has it: the highest of the chosen levels, and the profiles that are left. */
export function scopeIn(groups: ScopeGroups, scope: Scope): Scope {
  const has = (of: readonly Group[]) => (key: string) => of.some((group) => group.key === key)
  return scopeOfChoice(groups, {
    level: scope.scope_levels?.findLast(has(groups.levels)) ?? null,
    profiles: scope.scope_profiles?.filter(has(groups.profiles)) ?? null,
  })
}

/** Whether two choices ask the same of these statements, however they are called. */
export function asksSame(statements: readonly Scoped[], one: Scope, other: Scope): boolean {
  return statements.every((each) => applies(each, one) === applies(each, other))
}

/** "Level 2, Large organisations". Empty for a whole set. */
export function scopeText({ levels, profiles }: ScopeGroups, scope: Scope): string {
  const { level, profiles: chosen } = choiceOfScope(scope)
  const named = [
    ...levels.filter(({ key }) => key === level),
    ...profiles.filter(({ key }) => chosen?.includes(key)),
  ]
  return named.map(({ label }) => label).join(', ')
}

/** A set with what was chosen of it, as a certificate names it. */
export function titleWithScope(title: string, scope: string | undefined): string {
  return scope ? `${title} (${scope})` : title
}

/** Statements of a set that the same choices ask. */
export type ScopePart = Scoped & { statements: number; answered: number }

/** How many answered statements one choice asks and the other doesn't. */
export function countAnsweredOnly(parts: readonly ScopePart[], one: Scope, other: Scope) {
  return countScope(
    parts.filter((part) => !applies(part, other)),
    one,
  ).answered
}

/** How many statements a choice asks, and how many of them have an answer. */
export function countScope(parts: readonly ScopePart[], scope: Scope) {
  const asked = parts.filter((part) => applies(part, scope))
  return {
    statements: asked.reduce((sum, part) => sum + part.statements, 0),
    answered: asked.reduce((sum, part) => sum + part.answered, 0),
  }
}
