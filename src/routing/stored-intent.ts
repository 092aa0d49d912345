import type { Decision, Intent } from './guards.ts'

/** Keys in `localStorage` (specification section 3). */
const keys = { redirectTo: 'redirect_to', plan: 'plan' } as const

/** Stores where a visitor wanted to go before signing in, across reloads and links in e-mails. */
export interface StoredIntent {
  read(): Intent
  /** Stores and removes the values that a decision names. */
  apply(decision: Decision): void
}

export function createStoredIntent(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): StoredIntent {
  return {
    read: () => ({
      redirectTo: storage.getItem(keys.redirectTo) ?? undefined,
      plan: storage.getItem(keys.plan) ?? undefined,
    }),
    apply({ remember = {}, forget = [] }) {
      if (remember.redirectTo) storage.setItem(keys.redirectTo, remember.redirectTo)
      if (remember.plan) storage.setItem(keys.plan, remember.plan)
      for (const name of forget) storage.removeItem(keys[name])
    },
  }
}
