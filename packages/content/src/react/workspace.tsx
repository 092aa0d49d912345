import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { useSyncExternalStore } from 'react'

import { CurrentWorkspace } from '../workspace.ts'

const nothing = () => () => {}

/** Returns the id of the current workspace, and follows a switch. */
export function useCurrentWorkspace(): string {
  const services = useServices()
  const current = services.has(CurrentWorkspace) ? services.get(CurrentWorkspace) : undefined
  return useSyncExternalStore(
    current?.subscribe ?? nothing,
    current?.get ?? (() => DEFAULT_WORKSPACE),
  )
}
