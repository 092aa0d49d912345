import { useEffect } from 'react'

import type { CommandCenter } from '../commands/commands.ts'
import { warmUp } from '../commands/carry-out.ts'

/** Milliseconds that a row is active before its command's code is fetched: less while one is still typing. */
const RESTS = 60

/** Fetches the code of the command that Enter would run. */
export function useWarm(center: Pick<CommandCenter, 'catalog'>, command: string | undefined): void {
  useEffect(() => {
    const entry = command === undefined ? undefined : center.catalog.find(command)
    if (!entry) return undefined
    const timer = setTimeout(() => warmUp(entry.item), RESTS)
    return () => clearTimeout(timer)
  }, [center, command])
}
