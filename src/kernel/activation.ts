import type { Dispose, Plugin } from '@typecase/plugin-sdk/plugin'
import type { FaultPhase } from '@typecase/plugin-sdk/plugins'
import type { Services } from '@typecase/plugin-sdk/token'
import { within } from '@typecase/plugin-sdk/within'

/** A plugin that is at work, and how to stop it. */
export interface Activation {
  /** Resolves when it works; rejects with an `ActivationError`. */
  readonly done: Promise<void>
  /** Aborts its signal and runs what it gave back for the purpose. Never throws. */
  stop(): void
}

/** Says at which step a plugin failed to start. */
export class ActivationError extends Error {
  override readonly name = 'ActivationError'
  readonly phase: FaultPhase

  constructor(phase: FaultPhase, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.phase = phase
  }
}

/**
 * Starts a plugin once those it needs have started.
 * @param after the activations of the plugins it needs
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
    // A plugin that it needs did not start, so it is about to be stopped as well: no fault of this plugin.
    if (needed.some(({ status }) => status === 'rejected')) return
    const module = await attempt('import', () => load(), `The start module of “${plugin.id}”`)
    if (controller.signal.aborted) return
    const { signal } = controller
    const dispose = await attempt(
      'activate',
      async () => {
        const answer = await module.activate({ services, signal })
        // Too late: it was stopped, or gave up on, while it started.
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
