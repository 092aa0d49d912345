import type { AnyCommand } from '@typecase/plugin-sdk/command'

/** Fetches the code of a command that may be run next. What fails is told when it is run. */
export function warmUp({ load }: Pick<AnyCommand, 'load'>): void {
  Promise.resolve()
    .then(load)
    .catch(() => undefined)
}
