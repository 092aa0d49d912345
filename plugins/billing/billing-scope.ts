import { whyRoleMayNot } from '@typecase/content/workspace'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, contains, eq, has, not, or } from '@typecase/plugin-sdk/when'

/** The project or workspace that is billed. */
export interface BillingScope {
  readonly resource: 'project' | 'workspace'
  readonly resource_id: string
}

/**
 * Returns what is billed here: the open project or its workspace, or else the current workspace. The built-in workspace
 * is not billed.
 */
export function scopeOf(facts: FactValues): BillingScope | undefined {
  const { 'project.id': project, 'project.workspaceID': around, 'workspace.id': workspace } = facts
  if (project !== undefined && (around === undefined || around === DEFAULT_WORKSPACE))
    return { resource: 'project', resource_id: project }
  const id = project === undefined ? workspace : around
  return id === undefined || id === DEFAULT_WORKSPACE
    ? undefined
    : { resource: 'workspace', resource_id: id }
}

export const scopeArgs = (facts: FactValues) => scopeOf(facts) ?? {}

const inProject = and(has('project.role'), eq('project.workspaceID', DEFAULT_WORKSPACE))

/** Whether the user's role in the project or workspace permits changes to billing. */
export const mayPay = or(
  and(inProject, contains('project.can', 'billing:write')),
  and(not(inProject), contains('workspace.can', 'billing:write')),
)

/** Returns why the user cannot change the plan here; undefined if they can. */
export function whyNotPay(facts: FactValues): string | undefined {
  const scope = scopeOf(facts)
  if (!scope) return 'Open a project, or switch to a workspace, first.'
  const { resource } = scope
  return whyRoleMayNot(facts[`${resource}.role`], 'billing:write', resource)
}

/** Returns the query for calls about a project or workspace. */
export const scopeQuery = ({ resource, resource_id }: BillingScope) =>
  resource === 'project' ? { project_id: resource_id } : { workspace_id: resource_id }

export const isOnBilling = or(
  eq('route.id', 'billing.workspace'),
  eq('route.id', 'billing.project'),
)
