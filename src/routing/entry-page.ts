import { EntryPage } from '@typecase/plugin-sdk/mount'
import type { Services } from '@typecase/plugin-sdk/token'

import { HOME } from './guards.ts'

/** Returns the page to open after signing in if none was requested; the list of projects as fallback. */
export async function findEntryPage(services: Services): Promise<`/${string}`> {
  if (!services.has(EntryPage)) return HOME
  try {
    return (await (await services.load(EntryPage)).find()) ?? HOME
  } catch {
    return HOME
  }
}
