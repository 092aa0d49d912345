import { whyRoleMayNot } from '@typecase/content/workspace'
import type { InviteResource } from '@typecase/contract/invites'
import type { TeamPermission } from '@typecase/contract/roles'
import type { AskChoice } from '@typecase/plugin-sdk/ask'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, contains, has, not, or, type When } from '@typecase/plugin-sdk/when'

/** The team of the project on screen, else of the current workspace. */
export interface TeamScope {
  readonly resource: InviteResource
  readonly resource_id: string
}

export function scopeOf(facts: FactValues): TeamScope | undefined {
  const project = facts['project.id']
  if (project !== undefined) return { resource: 'project', resource_id: project }
  const workspace = facts['workspace.id']
  return workspace !== undefined && facts['workspace.role'] !== undefined
    ? { resource: 'workspace', resource_id: workspace }
    : undefined
}

/** The arguments that name the place, where there is one. */
export const scopeArgs = (facts: FactValues) => scopeOf(facts) ?? {}

export const hasTeam = or(has('project.role'), has('workspace.role'))

/** The role in the team that is meant allows it. */
export const mayInTeam = (permission: TeamPermission): When =>
  or(
    contains('project.can', permission),
    and(not(has('project.role')), contains('workspace.can', permission)),
  )

export const whyNoTeam = (facts: FactValues): string | undefined =>
  scopeOf(facts) ? undefined : 'Open a project, or switch to a workspace, first.'

/** Why the role in the team that is meant is not enough. */
export const whyNotHere =
  (permission: TeamPermission) =>
  (facts: FactValues): string | undefined => {
    const scope = scopeOf(facts)
    return scope
      ? whyRoleMayNot(facts[`${scope.resource}.role`], permission, scope.resource)
      : whyNoTeam(facts)
  }

/** Filled in from where one is; the palette names it. */
export const askScope = {
  resource: {
    kind: 'choice',
    title: 'Team of',
    choices: [
      { value: 'project', label: 'this project' },
      { value: 'workspace', label: 'this workspace' },
    ],
  },
} satisfies Record<string, AskChoice>
