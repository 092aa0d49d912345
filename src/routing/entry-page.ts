import { EntryPage } from '@typecase/plugin-sdk/mount'
import type { Services } from '@typecase/plugin-sdk/token'

import { HOME } from './guards.ts'

/** Where work begins for someone who asked for no page; the list of projects where that cannot be found out. */
export async function findEntryPage(services: Services): Promise<`/${string}`> {
  if (!services.has(EntryPage)) return HOME
  try {
    return (await (await services.load(EntryPage)).find()) ?? HOME
  } catch {
    return HOME
  }
}
