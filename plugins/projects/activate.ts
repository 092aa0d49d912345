import { teamPermissionsOf } from '@typecase/contract/roles'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { FactStore, Queries } from '@typecase/plugin-sdk/services'
import { QueryObserver } from '@tanstack/react-query'

import { projectQuery } from './queries.ts'

/** Publishes the project of the page, directly or through its bucket, and the user's role in it. @returns stop */
export function activate({ services }: ActivateContext): () => void {
  const facts = services.get(FactStore)
  const idOf = () => facts.get()['route.projectID'] ?? facts.get()['bucket.projectID']
  const options = (id: string | undefined) => ({
    ...projectQuery(services, id ?? ''),
    enabled: id !== undefined,
  })
  let id = idOf()
  const project = new QueryObserver(services.get(Queries), options(id))

  function state(): void {
    const openProject = id === undefined ? undefined : project.getCurrentResult().data?.project
    facts.set({
      'project.id': openProject?.id,
      'project.role': openProject?.role,
      'project.can': openProject && new Set(teamPermissionsOf[openProject.role]),
      'project.workspaceID': openProject && (openProject.workspace_id ?? DEFAULT_WORKSPACE),
    })
  }

  let role = facts.get()['bucket.role']

  function follow(): void {
    const next = idOf()
    const before = role
    role = facts.get()['bucket.role']
    // The bucket's role is updated at once. When it changes, the role in the project has probably changed as well.
    if (next === id && before && before !== role) void project.refetch()
    if (next === id) return
    id = next
    project.setOptions(options(id))
    state()
  }

  const stops = [project.subscribe(state), facts.subscribe(follow)]
  state()
  return () => stops.forEach((stop) => stop())
}
