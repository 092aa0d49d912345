import type { ReactNode } from 'react'
import { createContext, use } from 'react'

import type { PluginsService, FaultPhase } from '../plugins.ts'
import type { SlotFill, SlotName } from '../slot.ts'
import type { Subscribe } from '../subscribe.ts'
import type { Services } from '../token.ts'

/** A panel with the plugin it belongs to. */
export interface OwnedFill extends SlotFill {
  readonly owner: string
}

/** Core services for the hooks and components of this package. Plugins use those hooks and components instead. */
export interface Host {
  readonly services: Services
  readonly slots: {
    /** Returns the fills whose condition holds, in order; the same array until one changes. */
    get(name: SlotName): readonly OwnedFill[]
    readonly subscribe: Subscribe
  }
  readonly plugins: Pick<PluginsService, 'list' | 'retry' | 'disable'> & {
    /** Reports to the core that a part of this plugin failed. @returns the text of "Copy report" */
    report(pluginId: string, phase: FaultPhase, error: unknown): string
  }
}

const HostContext = createContext<Host | undefined>(undefined)

/** Gives everything below access to the core. Rendered once, by the shell or by the test kit. */
export function HostProvider({ host, children }: { host: Host; children: ReactNode }) {
  return <HostContext value={host}>{children}</HostContext>
}

/** Returns the host. @throws outside a `HostProvider` */
export function useHost(): Host {
  const host = use(HostContext)
  if (!host) throw new Error('Hooks of the plugin SDK must be used within a HostProvider')
  return host
}
