import type { FaultPhase, PluginFault } from '@typecase/plugin-sdk/plugins'

/** A mistake in a plugin that the kernel found by inspecting it. The message is a sentence for people. */
export class PluginError extends Error {
  override readonly name = 'PluginError'
}

interface Faulty {
  readonly id: string
  readonly version?: string
}

const did: Record<FaultPhase, string> = {
  register: 'cannot be used',
  import: 'could not be loaded',
  activate: 'could not be started',
  render: 'failed to show a part of it',
  run: 'failed to run a command',
}

/** Describes a fault for people, and adds the report that “Copy report” copies. */
export function describeFault(plugin: Faulty, phase: FaultPhase, error: unknown): PluginFault {
  const message = error instanceof Error ? error.message : String(error)
  const reason =
    error instanceof PluginError ? message : `The plugin “${plugin.id}” ${did[phase]}: ${message}`
  const stack = error instanceof Error && !(error instanceof PluginError) ? error.stack : undefined
  const report = [
    reason,
    `plugin: ${plugin.id} ${plugin.version ?? '(version unknown)'}`,
    `phase: ${phase}`,
    `time: ${new Date().toISOString()}`,
    ...(typeof navigator === 'undefined' ? [] : [`browser: ${navigator.userAgent}`]),
    ...(stack ? ['', stack] : []),
  ].join('\n')
  return { phase, reason, report }
}
