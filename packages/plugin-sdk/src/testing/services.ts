import type { User } from '@typecase/contract/users'

import type { JobsService, JournalService } from '../jobs.ts'
import type { KeymapChanges, KeymapService } from '../keymap.ts'
import type { Plugin } from '../plugin.ts'
import type { FilesService, SessionService, ThemeName, ThemeService } from '../services.ts'
import { observable } from './observable.ts'

const never = () => () => {}

/** Creates the session of a signed-in user, or of a guest. */
export function testSession(user: User | null): SessionService {
  const state = { isLoggedIn: user !== null, loading: false, data: user }
  return {
    getSnapshot: () => state,
    subscribe: never,
    signIn: () => Promise.resolve(),
    saveUser: () => {},
    logout: () => Promise.resolve(),
    leaveEnded: () => Promise.resolve(),
  }
}

/** Creates a theme service that a test may change; the system's theme is light. */
export function testTheme(): ThemeService {
  const { get, set, subscribe } = observable<ThemeName>('system')
  let isChosen = false
  return {
    get,
    subscribe,
    scheme: () => (get() === 'dark' ? 'dark' : 'light'),
    isChosen: () => isChosen,
    set(theme) {
      isChosen = true
      set(theme)
    },
  }
}

/** Creates a store for files by handle, in memory. */
export function testFiles(): FilesService {
  const files = new Map<string, File>()
  return {
    keep(file) {
      const fileId = `file-${files.size + 1}`
      files.set(fileId, file)
      return { fileId, name: file.name, size: file.size, type: file.type }
    },
    get({ fileId, name }) {
      const file = files.get(fileId)
      if (!file) throw new Error(`The test has no file ${name}`)
      return file
    },
  }
}

/** A tray without jobs. */
export const quietJobs: JobsService = {
  list: () => [],
  cancel: () => {},
  dismiss: () => {},
  subscribe: never,
}

/** A journal without steps. */
export const quietJournal: JournalService = {
  undoable: () => [],
  redoable: () => [],
  undo: () => Promise.resolve(undefined),
  redo: () => Promise.resolve(undefined),
  began: () => {},
  hasBegun: () => false,
  keep: () => undefined,
  subscribe: never,
}

/** Creates a keymap of the keys that a plugin declares. It stores changes, but they affect no key. */
export function keymapOf({ id: owner, title, keys = [], commands = [] }: Plugin): KeymapService {
  const entries = keys.map((binding) => ({
    ...binding,
    id: `${binding.command} ${binding.keys}`,
    owner,
    title: commands.find(({ id }) => id === binding.command)?.title ?? binding.command,
    group: title,
    from: 'plugin' as const,
    isActive: true,
  }))
  let changes: KeymapChanges = { keys: {}, active: {}, added: [], hasSingleKeys: true }
  const refused = { ok: false, reason: 'Keys cannot be changed in this test.' } as const
  return {
    entries: () => entries,
    inForce: () => ({ widgets: [], local: entries, general: [] }),
    conflicts: () => [],
    conflictsWith: () => [],
    bind: () => refused,
    add: () => refused,
    reset: () => {},
    setActive: () => {},
    hasSingleKeys: () => true,
    setSingleKeys: () => {},
    changes: () => changes,
    replace(next) {
      changes = next
      return { ok: true }
    },
    subscribe: never,
  }
}
