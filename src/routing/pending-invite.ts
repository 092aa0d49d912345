import type { OpenInvite, PendingInviteService } from '@typecase/plugin-sdk/services'

import { createListeners } from '../kernel/store.ts'

/** Keys in `localStorage` (specification section 3). */
const keys = ['invite_id', 'resource'] as const

const isPresent = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 200

/** The pending invitation with the methods that only the core uses. */
export interface StoredInvite extends PendingInviteService {
  /** Stores the invitation that an address names. Other addresses change nothing. */
  readonly keep: (search: Readonly<Record<string, unknown>>) => void
}

/** Keeps the invitation of a link across reloads, signing in and links in e-mails. */
export function createPendingInvite(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): StoredInvite {
  const { subscribe, emit } = createListeners()
  const [invite_id, resource] = keys.map((key) => storage.getItem(key))
  let now: OpenInvite | undefined =
    isPresent(invite_id) && isPresent(resource) ? { invite_id, resource } : undefined

  return {
    get: () => now,
    subscribe,
    keep(search) {
      const [id, kind] = keys.map((key) => search[key])
      if (!isPresent(id) || !isPresent(kind)) return
      if (id === now?.invite_id && kind === now.resource) return
      now = { invite_id: id, resource: kind }
      for (const key of keys) storage.setItem(key, now[key])
      emit()
    },
    clear() {
      if (!now) return
      now = undefined
      for (const key of keys) storage.removeItem(key)
      emit()
    },
  }
}
