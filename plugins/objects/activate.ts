import type { ActivateContext } from '@typecase/plugin-sdk/plugin'
import { Storage } from '@typecase/plugin-sdk/services'

/** The titles of objects are in IndexedDB, and leave the browser with the account. */
export function activate({ services }: ActivateContext): () => void {
  return services.get(Storage).onClear(() => {
    import('./title-index/title-store.ts')
      .then(({ forgetTitles }) => forgetTitles())
      .catch((error: unknown) => reportError(error))
  })
}
