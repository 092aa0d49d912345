import type { Ref } from '@typecase/plugin-sdk/command'
import type { CommandsService } from '@typecase/plugin-sdk/services'
import { useState } from 'react'

/** Manages the fields of a form. Typed values take precedence over saved ones, even if another user saves meanwhile. */
export function useTyped<Fields extends object>(saved: Fields) {
  const [typed, setTyped] = useState<Partial<Fields>>({})
  return {
    values: { ...saved, ...typed },
    change: (part: Partial<Fields>) => setTyped((now) => ({ ...now, ...part })),
    /** Drops the typed values that were saved. Values typed since then stay. */
    settle: () => setTyped((now) => (now === typed ? {} : now)),
  }
}

/** Runs the commands of a form one after the other. @returns whether all of them succeeded */
export async function runAll(
  commands: Pick<CommandsService, 'run'>,
  refs: readonly Ref[],
): Promise<boolean> {
  for (const ref of refs) {
    const outcome = await commands.run(ref, { source: 'button' })
    if (!outcome || outcome.failures?.length) return false
  }
  return true
}
