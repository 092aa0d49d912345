import type { Failure, Ref } from '@typecase/plugin-sdk/command'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { useState } from 'react'

import { STALE } from '../commands/refused-fields.ts'

/**
 * Runs the command of a form, and keeps what the server refused until the next time.
 * @param labels the names of the fields, by their path in the call
 */
export function useFormCommand(labels: Readonly<Record<string, string>>) {
  const commands = useService(Commands)
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const [isPending, setPending] = useState(false)

  /** @returns whether it is done */
  async function send(ref: Ref): Promise<boolean> {
    setPending(true)
    const outcome = await commands.run(ref, { source: 'button' })
    setPending(false)
    const refused = outcome?.failures ?? []
    setFailures(refused)
    return outcome !== undefined && refused.length === 0
  }

  /** What was refused at a field, in words. */
  function problemAt(path: string): string | undefined {
    const reason = failures.find(({ id }) => id === path)?.reason
    return reason?.replace(path, labels[path] ?? path)
  }

  return {
    send,
    isPending,
    problemAt,
    /** Somebody else saved first. */
    isStale: failures.some(({ id }) => id === STALE),
    clear: () => setFailures([]),
  }
}
