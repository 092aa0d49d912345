import type { Outcome, Ref } from '@typecase/plugin-sdk/command'
import type { JournalEntry, JournalService, StepPlace } from '@typecase/plugin-sdk/jobs'

import { createListeners } from '../kernel/store.ts'

const MAX_ENTRIES = 50

export type Direction = 'undo' | 'redo'
type Stacks = Readonly<Record<Direction, readonly JournalEntry[]>>

/** What came of taking a step. */
export interface StepResult {
  /** `kept`: not taken, and it may still be, as after a lost connection. `refused`: it cannot be taken any more. */
  readonly end: 'done' | 'kept' | 'refused'
  readonly outcome: Outcome | undefined
}

export interface JournalParts {
  /** Id of the account that is signed in. */
  readonly account: () => string | undefined
  /** Title of a command that is changing something right now. */
  readonly working: () => string | undefined
  /** Resolves when no command changes anything any more, or after a moment. */
  readonly settled: () => Promise<void>
  /** Runs one half of a step where it was done, and tells the user how that went. */
  readonly take: (entry: JournalEntry, direction: Direction) => Promise<StepResult>
  /** Tells why nothing is taken. */
  readonly refuse: (message: string) => void
}

/** The journal, with the ways in that only the core has. */
export interface Journal extends JournalService {
  /** @returns the id of the new step, when the outcome can be taken back */
  add(label: string, ran: Ref, outcome: Outcome, place: StepPlace): string | undefined
  redo(id?: string): Promise<Outcome | undefined>
  /** Forgets everything: the account left this browser. */
  clear(): void
}

const nothing = {
  undo: 'There is nothing to undo in this tab. The history has what was done elsewhere and before.',
  redo: 'There is nothing to redo in this tab.',
}
const gone = 'This cannot be undone from here any more. The history has it.'

/**
 * Remembers how to take back what was done in this tab: 50 steps, until it is reloaded. In memory alone, because
 * what a browser stores is shared with other tabs, and copied when a tab is duplicated.
 */
export function createJournal({ account, working, settled, take, refuse }: JournalParts): Journal {
  let stacks: Stacks = { undo: [], redo: [] }
  let count = 0
  const begun = new Set<string>()
  const underWay = new Map<string, Promise<StepResult>>()
  const { subscribe, emit } = createListeners()

  function own(direction: Direction): readonly JournalEntry[] {
    const me = account()
    return stacks[direction].filter((entry) => entry.account === me)
  }

  function save({ undo, redo }: Stacks): void {
    stacks = { undo: undo.slice(0, MAX_ENTRIES), redo: redo.slice(0, MAX_ENTRIES) }
    emit()
  }

  const add: Journal['add'] = (label, ran, { undo, redo = ran }, { account, bucket }) => {
    if (!undo) return undefined
    const entry: JournalEntry = { id: String(++count), label, undo, redo, account, bucket }
    // A new step makes what was taken back before unreachable, as in any editor.
    save({ undo: [entry, ...stacks.undo], redo: [] })
    return entry.id
  }

  async function step(direction: Direction, id: string | undefined): Promise<Outcome | undefined> {
    // What a command did is on the screen before it has ended: who is quick means that, or, pressing undo again, the step
    // before the one that is being taken.
    if (working() !== undefined) {
      await settled()
      if (id === undefined && working() === undefined) await Promise.allSettled(underWay.values())
    }
    const [newest] = own(direction)
    const entry = id === undefined ? newest : own(direction).find((one) => one.id === id)
    const title = working()
    if (!entry || title !== undefined) {
      const none = id === undefined ? nothing[direction] : gone
      refuse(entry && title !== undefined ? stillRunning(title) : none)
      return undefined
    }
    // Pressed twice: it is being taken.
    if (underWay.has(entry.id)) return undefined
    const taken = take(entry, direction).then((result) => {
      if (result.end !== 'kept')
        move(entry, direction, result.end === 'done' ? result.outcome : undefined)
      return result
    })
    underWay.set(entry.id, taken)
    return (await taken.finally(() => underWay.delete(entry.id))).outcome
  }

  /** Takes a step off its stack and, if it was taken, puts it on the other one. */
  function move(entry: JournalEntry, from: Direction, outcome: Outcome | undefined): void {
    const to = from === 'undo' ? 'redo' : 'undo'
    // Where nothing could be changed there is nothing to take back, either.
    const back = outcome?.undo ?? (outcome?.failures?.length ? undefined : entry[to])
    const moved = outcome && back && { ...entry, [to]: back }
    const without = stacks[from].filter((one) => one.id !== entry.id)
    save({ ...stacks, [from]: without, ...(moved && { [to]: [moved, ...stacks[to]] }) })
  }

  return {
    subscribe,
    add,
    began: (jobId) => void begun.add(jobId),
    hasBegun: (jobId) => begun.has(jobId),
    // Taking it back says how to do it again.
    keep: (label, undo, bucket) => add(label, undo, { undo }, { account: account(), bucket }),
    undoable: () => own('undo'),
    redoable: () => own('redo'),
    undo: (id) => step('undo', id),
    redo: (id) => step('redo', id),
    clear() {
      begun.clear()
      save({ undo: [], redo: [] })
    },
  }
}

export const stillRunning = (title: string): string =>
  `“${title.replace(/…$/, '')}” is still running. Undo once it has ended, or cancel it.`
