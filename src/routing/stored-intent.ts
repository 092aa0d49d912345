import type { Decision, Intent } from './guards.ts'

/** Keys in localStorage (specification section 3). */
const keys = { redirectTo: 'redirect_to', plan: 'plan' } as const

/** The destination of a visitor before signing in, across reloads and emails with links. */
export interface StoredIntent {
  read(): Intent
  /** Remembers and forgets what a decision says. */
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
