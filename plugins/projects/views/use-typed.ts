import type { Ref } from '@typecase/plugin-sdk/command'
import type { CommandsService } from '@typecase/plugin-sdk/services'
import { useState } from 'react'

/** The fields of a form: typed values over the saved ones, even when someone else saves in the meantime. */
export function useTyped<Fields extends object>(saved: Fields) {
  const [typed, setTyped] = useState<Partial<Fields>>({})
  return {
    values: { ...saved, ...typed },
    change: (part: Partial<Fields>) => setTyped((now) => ({ ...now, ...part })),
    /** All of this was saved; what was typed since stays. */
    settle: () => setTyped((now) => (now === typed ? {} : now)),
  }
}

/** Runs the commands of a form one after the other. @returns whether all of them were carried out */
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
