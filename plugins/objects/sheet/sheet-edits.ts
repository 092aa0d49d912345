import type { StorageService } from '@typecase/plugin-sdk/services'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'

import type { Edits } from './cell-edits.ts'

/** Unsaved edits in the sheets of a bucket, stored in this browser until they are saved. */
export interface SheetEdits {
  get(): Edits
  /** Makes a change that `undo` reverts. */
  change(next: Edits): void
  /** Sets the edits left after a save. The save itself is undone by its change set, not by `undo`. */
  replace(next: Edits): void
  undo(): void
  canUndo(): boolean
  redo(): void
  canRedo(): boolean
  readonly subscribe: Subscribe
}

type EditStorage = Pick<StorageService, 'get' | 'set' | 'remove' | 'onClear'>

const MAX_STEPS = 100
const none: Edits = {}
const open = new WeakMap<EditStorage, Map<string, SheetEdits>>()

/** Returns the edits of a bucket. All callers in this tab share them. */
export function sheetEdits(storage: EditStorage, bucketSlug: string): SheetEdits {
  const edits = open.get(storage) ?? new Map<string, SheetEdits>()
  open.set(storage, edits)
  const bucketEdits = edits.get(bucketSlug) ?? createEdits(storage, bucketSlug)
  edits.set(bucketSlug, bucketEdits)
  return bucketEdits
}

function createEdits(storage: EditStorage, bucketSlug: string): SheetEdits {
  const key = `objects.sheet-edits.${bucketSlug}` as const
  const listeners = new Set<() => void>()
  // Only this module writes the entry.
  let edits = (storage.get(key) as Edits | undefined) ?? none
  let former: readonly Edits[] = []
  let later: readonly Edits[] = []

  function set(next: Edits, before: readonly Edits[], after: readonly Edits[]): void {
    if (next === edits) return
    edits = next
    former = before
    later = after
    if (Object.keys(next).length === 0) storage.remove(key)
    // Edits are JSON: texts, values of fields, revisions.
    else storage.set(key, next as never)
    for (const listener of listeners) listener()
  }

  storage.onClear(() => {
    edits = none
    former = []
    later = []
    for (const listener of listeners) listener()
  })

  return {
    get: () => edits,
    change: (next) => set(next, [...former, edits].slice(-MAX_STEPS), []),
    replace: (next) => set(next, [], []),
    undo() {
      const last = former.at(-1)
      if (last) set(last, former.slice(0, -1), [edits, ...later])
    },
    canUndo: () => former.length > 0,
    redo() {
      const [next, ...others] = later
      if (next) set(next, [...former, edits], others)
    },
    canRedo: () => later.length > 0,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
