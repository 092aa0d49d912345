import { CurrentWorkspace, workspacesQuery } from '@typecase/content/workspace'
import { teamPermissionsOf } from '@typecase/contract/roles'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { FactStore, Queries, Session, Toasts } from '@typecase/plugin-sdk/services'
import { QueryObserver } from '@tanstack/react-query'

/** States the workspace one works in and the role there, and follows the project that is opened into its workspace. */
export function activate({ services }: ActivateContext): () => void {
  const facts = services.get(FactStore)
  const current = services.get(CurrentWorkspace)
  const session = services.get(Session)
  const options = () => ({
    ...workspacesQuery(services),
    enabled: session.getSnapshot().isLoggedIn,
  })
  const list = new QueryObserver(services.get(Queries), options())
  let followed: string | undefined

  function follow(): void {
    const { isLoggedIn } = session.getSnapshot()
    const workspaces = isLoggedIn ? list.getCurrentResult().data?.workspaces : undefined
    if (workspaces) {
      const isIn = (id: string | undefined) => workspaces.some((one) => one.id === id)
      const { 'project.id': project, 'project.workspaceID': wanted } = facts.get()
      const opened = project && wanted && `${project} ${wanted}`
      const isNew = opened !== followed
      followed = opened
      // Guests of a project do not belong to its workspace.
      if (opened && isNew) current.set(isIn(wanted) ? wanted : DEFAULT_WORKSPACE)
      if (!isIn(current.get())) {
        current.set(DEFAULT_WORKSPACE)
        services
          .get(Toasts)
          .show({ message: 'The workspace that you were in is gone, or you are no longer in it.' })
      }
    }
    const id = current.get()
    const role = workspaces?.find((one) => one.id === id && id !== DEFAULT_WORKSPACE)?.role
    facts.set({
      'workspace.id': isLoggedIn ? id : undefined,
      'workspace.role': role,
      'workspace.can': role && new Set(teamPermissionsOf[role]),
    })
  }

  const stops = [
    list.subscribe(follow),
    facts.subscribe(follow),
    current.subscribe(follow),
    session.subscribe(() => {
      list.setOptions(options())
      follow()
    }),
  ]
  follow()
  return () => stops.forEach((stop) => stop())
}
