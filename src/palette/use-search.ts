import { useService } from '@typecase/plugin-sdk/react/services'

import { CommandCore } from '../shell/command-core.ts'
import { useCore } from '../shell/core.tsx'
import type { Search } from './search.ts'
import { searchOf } from './search-of.ts'

/** The one search of this app. */
export function useSearch(): Search {
  const { host } = useCore()
  return searchOf(host, useService(CommandCore))
}
