import type { Scope } from '@typecase/plugin-sdk/scope'

import type { BulkCallModule } from '../calls/bulk-call.ts'

/** Declares a command that is its call and nothing else. */
export const byCall = <Args extends { readonly scope: Scope }>(
  call: () => Promise<BulkCallModule<Args>>,
) => ({
  call,
  load: async () => {
    const [{ bulkCommand }, module] = await Promise.all([import('./bulk-command.ts'), call()])
    return bulkCommand(module)
  },
})
