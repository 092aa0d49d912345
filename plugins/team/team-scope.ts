import { whyRoleMayNot } from '@typecase/content/workspace'
import type { InviteResource } from '@typecase/contract/invites'
import type { TeamPermission } from '@typecase/contract/roles'
import type { AskChoice } from '@typecase/plugin-sdk/ask'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, contains, has, not, or, type When } from '@typecase/plugin-sdk/when'

/** The team of the open project, or else of the current workspace. */
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

/** Returns the arguments that name the project or workspace, if there is one. */
export const scopeArgs = (facts: FactValues) => scopeOf(facts) ?? {}

export const hasTeam = or(has('project.role'), has('workspace.role'))

/** Returns the condition that the user's role in the current team includes a permission. */
export const mayInTeam = (permission: TeamPermission): When =>
  or(
    contains('project.can', permission),
    and(not(has('project.role')), contains('workspace.can', permission)),
  )

export const whyNoTeam = (facts: FactValues): string | undefined =>
  scopeOf(facts) ? undefined : 'Open a project, or switch to a workspace, first.'

/** Returns why the user's role in the current team does not include a permission. */
export const whyNotHere =
  (permission: TeamPermission) =>
  (facts: FactValues): string | undefined => {
    const scope = scopeOf(facts)
    return scope
      ? whyRoleMayNot(facts[`${scope.resource}.role`], permission, scope.resource)
      : whyNoTeam(facts)
  }

/** Questions for the team. They are filled in from the current page, and the palette shows them as chips. */
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
