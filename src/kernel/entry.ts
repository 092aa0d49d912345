import type { Plugin } from '@typecase/plugin-sdk/plugin'
import type { PluginFault, PluginInfo, PluginStatus } from '@typecase/plugin-sdk/plugins'

import type { Activation } from './activation.ts'

/** The host's record of a plugin. */
export interface Entry {
  readonly id: string
  /** Missing while the module that defines it loads, or when that failed. */
  plugin?: Plugin
  /** Loads the module that defines it, for Retry. */
  readonly load?: () => Promise<unknown>
  /** Not written by us: its keys are suggestions. */
  readonly isThirdParty: boolean
  isDisabled: boolean
  /** Found while the plugins are resolved; checked again each time. */
  rejection?: PluginFault | undefined
  /** Loading or starting failed; stays until Retry. */
  fault?: PluginFault | undefined
  /** A part of it failed and was contained; the rest works. */
  partFault?: PluginFault | undefined
  activation?: Activation | undefined
  /** The parts that it loads on demand, once they are requested. */
  later?: { readonly of: Plugin; done: Promise<void> } | undefined
  isStarted: boolean
}

export function statusOf(entry: Entry): PluginStatus {
  if (entry.isDisabled) return 'disabled'
  if (entry.fault || entry.rejection) return 'quarantined'
  if (entry.partFault) return 'faulty'
  if (entry.isStarted) return 'active'
  return entry.activation ? 'activating' : 'registered'
}

/** An entry as the interface shows it. */
export function infoOf(entry: Entry): PluginInfo {
  const { plugin } = entry
  const fault = entry.fault ?? entry.rejection ?? entry.partFault
  return {
    id: entry.id,
    title: plugin?.title ?? entry.id,
    version: plugin?.version ?? '',
    status: statusOf(entry),
    ...(plugin?.description && { description: plugin.description }),
    ...(plugin?.icon && { icon: plugin.icon }),
    ...(fault && { fault }),
  }
}

/** Whether the host tries to use it. */
export function isCandidate(entry: Entry): entry is Entry & { plugin: Plugin } {
  return entry.plugin !== undefined && !entry.isDisabled && !entry.fault
}
