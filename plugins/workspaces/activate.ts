import { CurrentWorkspace, workspacesQuery } from '@typecase/content/workspace'
import { teamPermissionsOf } from '@typecase/contract/roles'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { FactStore, Queries, Session, Toasts } from '@typecase/plugin-sdk/services'
import { QueryObserver } from '@tanstack/react-query'

/** Publishes the current workspace and the user's role in it, and switches to the workspace of each opened project. */
export function activate({ services }: ActivateContext): () => void {
  const facts = services.get(FactStore)
  const current = services.get(CurrentWorkspace)
  const session = services.get(Session)
  const options = () => ({
    ...workspacesQuery(services),
    enabled: session.getSnapshot().isLoggedIn,
  })
  const list = new QueryObserver(services.get(Queries), options())
  const workspaces = () =>
    session.getSnapshot().isLoggedIn ? list.getCurrentResult().data?.workspaces : undefined
  const isIn = (id: string) => workspaces()?.some((one) => one.id === id) === true
  let followed: string | undefined

  /** Switches to the workspace of a project that is opened, or moved while it is open. */
  function follow(): void {
    if (!workspaces()) return
    const { 'project.id': project, 'project.workspaceID': workspaceId } = facts.get()
    const projectKey = project && workspaceId && `${project} ${workspaceId}`
    if (projectKey === followed) return
    followed = projectKey
    // Guests of a project are not members of its workspace.
    if (workspaceId !== undefined) current.set(isIn(workspaceId) ? workspaceId : DEFAULT_WORKSPACE)
  }

  function state(): void {
    const id = current.get()
    const role = workspaces()?.find((one) => one.id === id && id !== DEFAULT_WORKSPACE)?.role
    facts.set({
      'workspace.id': session.getSnapshot().isLoggedIn ? id : undefined,
      'workspace.role': role,
      'workspace.can': role && new Set(teamPermissionsOf[role]),
    })
  }

  function receive(): void {
    follow()
    if (workspaces() && !isIn(current.get())) {
      current.set(DEFAULT_WORKSPACE)
      const message = 'Your workspace was deleted, or you are no longer in it.'
      services.get(Toasts).show({ message })
    }
    state()
  }

  const stops = [
    list.subscribe(receive),
    facts.subscribe(follow),
    current.subscribe(state),
    session.subscribe(() => {
      list.setOptions(options())
      state()
    }),
  ]
  receive()
  return () => stops.forEach((stop) => stop())
}
