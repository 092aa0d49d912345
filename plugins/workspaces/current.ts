import type { CurrentWorkspaceService } from '@typecase/content/workspace'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import { Storage } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** Key in `localStorage` (specification section 9). */
const KEY = 'workspaceID'

/**
 * Creates the current workspace. Each tab has its own, so that switching in one tab does not change the projects shown
 * in another. A new tab starts with the workspace that was chosen last.
 */
export function createCurrentWorkspace(services: Services): CurrentWorkspaceService {
  const listeners = new Set<() => void>()
  let id = localStorage.getItem(KEY) || DEFAULT_WORKSPACE

  function set(next: string): void {
    if (next === DEFAULT_WORKSPACE) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, next)
    if (next === id) return
    id = next
    for (const listener of listeners) listener()
  }

  // The workspace belongs to the account.
  services.get(Storage).onClear(() => set(DEFAULT_WORKSPACE))
  return {
    get: () => id,
    set,
    subscribe(listener) {
      const subscriber = (): void => listener()
      listeners.add(subscriber)
      return () => void listeners.delete(subscriber)
    },
  }
}
