import type { Outcome, Ref } from '@typecase/plugin-sdk/command'
import type { JournalEntry, JournalService } from '@typecase/plugin-sdk/jobs'
import type { StorageService } from '@typecase/plugin-sdk/services'

import { createListeners } from '../kernel/store.ts'

const KEY = 'core.journal'
const MAX_ENTRIES = 50
const MAX_AGE = 24 * 60 * 60 * 1000

interface Stacks {
  readonly undo: readonly JournalEntry[]
  readonly redo: readonly JournalEntry[]
}

/** What came of taking a step back: `isDone` false leaves the step where it was. */
export interface StepResult {
  readonly isDone: boolean
  readonly outcome: Outcome | undefined
}

export interface JournalParts {
  readonly storage: Pick<StorageService, 'get' | 'set'>
  /** Runs a step with the source `undo`, which adds nothing to the journal by itself. */
  readonly run: (ref: Ref) => Promise<StepResult>
  readonly now?: () => number
}

/** The journal, with the way in that only the runner has. */
export interface Journal extends JournalService {
  /** @returns the id of the new step, when the outcome can be taken back */
  add(label: string, ran: Ref, outcome: Outcome): string | undefined
}

/** Remembers how to take back what was done: 50 steps, 24 hours, across reloads. Newest first. */
export function createJournal({ storage, run, now = Date.now }: JournalParts): Journal {
  let stacks = read(storage.get(KEY))
  let count = 0
  const { subscribe, emit } = createListeners()

  function fresh(): Stacks {
    const isYoung = (entry: JournalEntry): boolean => now() - entry.at < MAX_AGE
    if (!stacks.undo.every(isYoung) || !stacks.redo.every(isYoung)) {
      stacks = { undo: stacks.undo.filter(isYoung), redo: stacks.redo.filter(isYoung) }
    }
    return stacks
  }

  function save(next: Stacks): void {
    stacks = { undo: next.undo.slice(0, MAX_ENTRIES), redo: next.redo.slice(0, MAX_ENTRIES) }
    // Both hold references and texts alone.
    storage.set(KEY, structuredClone(stacks) as never)
    emit()
  }

  function add(label: string, ran: Ref, { undo, redo = ran }: Outcome): string | undefined {
    if (!undo) return undefined
    const entry = { id: `${now()}-${++count}`, label, undo, redo, at: now() }
    // A new step makes what was taken back before unreachable, as in any editor.
    save({ undo: [entry, ...fresh().undo], redo: [] })
    return entry.id
  }

  return {
    subscribe,
    add,
    // Taking it back says how to do it again.
    keep: (label, undo) => add(label, undo, { undo }),
    undoable: () => fresh().undo,
    redoable: () => fresh().redo,
    async undo(id) {
      const entry = id ? fresh().undo.find((one) => one.id === id) : fresh().undo[0]
      if (!entry) return undefined
      const { isDone, outcome } = await run(entry.undo)
      if (!isDone) return outcome
      const back = { ...entry, redo: outcome?.undo ?? entry.redo }
      const { undo, redo } = fresh()
      save({ undo: undo.filter((one) => one.id !== entry.id), redo: [back, ...redo] })
      return outcome
    },
    async redo() {
      const [entry] = fresh().redo
      if (!entry) return undefined
      const { isDone, outcome } = await run(entry.redo)
      if (!isDone) return outcome
      const again = { ...entry, undo: outcome?.undo ?? entry.undo }
      const { undo, redo } = fresh()
      save({ undo: [again, ...undo], redo: redo.filter((one) => one.id !== entry.id) })
      return outcome
    },
  }
}

function read(kept: unknown): Stacks {
  // Written by an older version, or by hand: begin anew rather than fail.
  if (typeof kept !== 'object' || kept === null) return { undo: [], redo: [] }
  const { undo, redo } = kept as Partial<Stacks>
  return { undo: Array.isArray(undo) ? undo : [], redo: Array.isArray(redo) ? redo : [] }
}
