import type { AnyRouter } from '@tanstack/react-router'
import { createContext, use } from 'react'

import type { FocusController } from '../focus/focus-service.ts'
import type { Host } from '../kernel/host.ts'
import type { ToastController } from './toast-controller.ts'

/** What the components of the shell and the palette need beyond the API of plugins. */
export interface Core {
  readonly host: Host
  readonly router: AnyRouter
  readonly toasts: ToastController
  readonly focus: FocusController
}

const CoreContext = createContext<Core | undefined>(undefined)

export const CoreProvider = CoreContext

/** Returns the core from the React context. @throws outside the app */
export function useCore(): Core {
  const core = use(CoreContext)
  if (!core) throw new Error('The core’s components need the app around them')
  return core
}
