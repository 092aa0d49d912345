import type { Dispose, Plugin } from '@typecase/plugin-sdk/plugin'
import type { FaultPhase } from '@typecase/plugin-sdk/plugins'
import type { Services } from '@typecase/plugin-sdk/token'
import { within } from '@typecase/plugin-sdk/within'

/** A plugin that was started, and the way to stop it. */
export interface Activation {
  /** Resolves when the plugin has started; rejects with an `ActivationError`. */
  readonly done: Promise<void>
  /** Aborts the plugin's signal and runs the disposer that it returned. Never throws. */
  stop(): void
}

/** The failed start of a plugin, with the step at which it failed. */
export class ActivationError extends Error {
  override readonly name = 'ActivationError'
  readonly phase: FaultPhase

  constructor(phase: FaultPhase, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.phase = phase
  }
}

/**
 * Starts a plugin after the plugins that it needs.
 * @param after the activations of the plugins that it needs
 */
export function startPlugin(
  plugin: Plugin,
  services: Services,
  after: readonly Promise<void>[],
): Activation {
  const controller = new AbortController()
  const disposers: Dispose[] = []

  function stop(): void {
    controller.abort()
    for (const dispose of disposers.splice(0)) {
      try {
        dispose()
      } catch (error) {
        reportError(error)
      }
    }
  }

  async function run(load: NonNullable<Plugin['activate']>): Promise<void> {
    const needed = await Promise.allSettled(after)
    // A plugin that this one needs did not start. This one is about to be stopped as well, and is not at fault.
    if (needed.some(({ status }) => status === 'rejected')) return
    const module = await attempt('import', () => load(), `The start module of “${plugin.id}”`)
    if (controller.signal.aborted) return
    const { signal } = controller
    const dispose = await attempt(
      'activate',
      async () => {
        const answer = await module.activate({ services, signal })
        // The plugin was stopped, or timed out, while it started.
        if (signal.aborted) answer?.()
        return answer
      },
      `Starting “${plugin.id}”`,
    )
    if (dispose && !signal.aborted) disposers.push(dispose)
  }

  return { done: plugin.activate ? run(plugin.activate) : Promise.resolve(), stop }
}

async function attempt<T>(phase: FaultPhase, step: () => Promise<T>, what: string): Promise<T> {
  try {
    return await within(step, what)
  } catch (error) {
    throw new ActivationError(phase, error)
  }
}
