import type { Plugin } from '@typecase/plugin-sdk/plugin'
import type { PluginFault, PluginInfo, PluginStatus } from '@typecase/plugin-sdk/plugins'

import type { Activation } from './activation.ts'

/** The host's record of a plugin. */
export interface Entry {
  readonly id: string
  /** Missing while the module that defines the plugin loads, or when loading failed. */
  plugin?: Plugin
  /** Loads the module that defines the plugin, for Retry. */
  readonly load?: () => Promise<unknown>
  /** Whether a third party wrote the plugin: its keys are only suggestions. */
  readonly isThirdParty: boolean
  isDisabled: boolean
  /** The reason why the plugin cannot be used. Determined each time the plugins are resolved. */
  rejection?: PluginFault | undefined
  /** The failure of loading or starting the plugin. Stays until Retry. */
  fault?: PluginFault | undefined
  /** The failure of a part of the plugin, while the rest works. */
  partFault?: PluginFault | undefined
  activation?: Activation | undefined
  /** The parts that the plugin loads later, once they were requested. */
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

/** Returns the public description of an entry for the interface. */
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

/** Whether the host should try to use the plugin. */
export function isCandidate(entry: Entry): entry is Entry & { plugin: Plugin } {
  return entry.plugin !== undefined && !entry.isDisabled && !entry.fault
}
