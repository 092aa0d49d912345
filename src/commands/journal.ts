import type { Outcome, Ref } from '@typecase/plugin-sdk/command'
import type { JournalEntry, JournalService, StepScope } from '@typecase/plugin-sdk/jobs'

import { createListeners } from '../kernel/store.ts'

const MAX_ENTRIES = 50
/** Milliseconds within which a second press takes the step that the first one named. */
const NAMED_FOR = 10_000

export type Direction = 'undo' | 'redo'
type Stacks = Readonly<Record<Direction, readonly JournalEntry[]>>

/** The result of an undo or a redo. */
export interface StepResult {
  /** `kept`: not undone, and may still be, as after a lost connection. `refused`: can no longer be undone. */
  readonly end: 'done' | 'kept' | 'refused'
  readonly outcome: Outcome | undefined
}

export interface JournalParts {
  /** Id of the account that is signed in. */
  readonly account: () => string | undefined
  /** Title of a command that is changing something right now. */
  readonly working: () => string | undefined
  /** Resolves when no command is running, or after a moment. */
  readonly settled: () => Promise<void>
  /** Runs one half of a step where it was done, and tells the user how that went. */
  readonly take: (entry: JournalEntry, direction: Direction) => Promise<StepResult>
  /** Tells why nothing is taken. */
  readonly refuse: (message: string) => void
  /** The page on screen. */
  readonly page: () => string | undefined
  /** Names a step of another page before it is taken. */
  readonly name: (entry: JournalEntry, direction: Direction) => void
}

/** The journal, with the ways in that only the core has. */
export interface Journal extends JournalService {
  /** @returns the id of the new step, when the outcome can be taken back */
  add(label: string, ran: Ref, outcome: Outcome, scope: StepScope): string | undefined
  redo(id?: string): Promise<Outcome | undefined>
  /** A step led to another page, which shows it as well. */
  led(id: string, page: string): void
  /** A page has another address now. */
  move(from: string, to: string): void
  /** Forgets everything: the account left this browser. */
  clear(): void
}

const nothing = {
  undo: 'Nothing to undo in this tab. History has earlier changes and those of other tabs.',
  redo: 'Nothing to redo in this tab.',
}
const expiredText = 'This can no longer be undone here. Use History.'

/**
 * Remembers how to take back what was done in this tab: 50 steps, until it is reloaded. In memory alone, because
 * what a browser stores is shared with other tabs, and copied when a tab is duplicated.
 */
export function createJournal(parts: JournalParts): Journal {
  const { account, working, settled, take, refuse, page, name } = parts
  let stacks: Stacks = { undo: [], redo: [] }
  let count = 0
  /** The pages on which jobs were begun, by the id of the job. */
  const begun = new Map<string, readonly string[]>()
  /** The step of another page that was named last. */
  let named:
    | { readonly id: string; readonly page: string | undefined; readonly at: number }
    | undefined
  const underWay = new Map<string, Promise<StepResult>>()
  const { subscribe, emit } = createListeners()

  function entriesFor(direction: Direction): readonly JournalEntry[] {
    const [me, here] = [account(), page()]
    const entries = stacks[direction].filter((entry) => entry.account === me)
    const isOnPage = (entry: JournalEntry): boolean => isVisibleOn(here, entry)
    return [...entries.filter(isOnPage), ...entries.filter((entry) => !isOnPage(entry))]
  }

  /** Whether a step may be taken by its key: one of another page only when it was named a moment ago. */
  function isMeant(entry: JournalEntry): boolean {
    const { id } = entry
    const here = page()
    const isHere = isVisibleOn(here, entry)
    const isNamed = named?.id === id && named.page === here && Date.now() - named.at < NAMED_FOR
    named = isHere || isNamed ? undefined : { id, page: here, at: Date.now() }
    return isHere || isNamed
  }

  function update(patch: (entry: JournalEntry) => JournalEntry): void {
    stacks = { undo: stacks.undo.map(patch), redo: stacks.redo.map(patch) }
  }

  function save({ undo, redo }: Stacks): void {
    stacks = { undo: undo.slice(0, MAX_ENTRIES), redo: redo.slice(0, MAX_ENTRIES) }
    emit()
  }

  const add: Journal['add'] = (label, ran, { undo, redo = ran }, scope) => {
    if (!undo) return undefined
    named = undefined
    const entry: JournalEntry = { id: String(++count), label, undo, redo, ...scope }
    // A new step makes what was taken back before unreachable, as in any editor.
    save({ undo: [entry, ...stacks.undo], redo: [] })
    return entry.id
  }

  async function step(direction: Direction, id: string | undefined): Promise<Outcome | undefined> {
    // The change is on screen before its command ends: a quick undo means that command or, pressed again, the step
    // before the one that is being undone.
    if (working() !== undefined) {
      await settled()
      if (id === undefined && working() === undefined) await Promise.allSettled(underWay.values())
    }
    const [newest] = entriesFor(direction)
    const entry = id === undefined ? newest : entriesFor(direction).find((one) => one.id === id)
    const title = working()
    if (!entry || title !== undefined) {
      const none = id === undefined ? nothing[direction] : expiredText
      refuse(entry && title !== undefined ? stillRunning(title) : none)
      return undefined
    }
    // Pressed twice: it is being taken.
    if (underWay.has(entry.id)) return undefined
    if (id === undefined && !isMeant(entry)) {
      name(entry, direction)
      return undefined
    }
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
    // The page that it was taken on showed that.
    const pages = [...new Set([...entry.pages, ...pagesOf(page())])]
    const moved = outcome && back && { ...entry, pages, [to]: back }
    const without = stacks[from].filter((one) => one.id !== entry.id)
    save({ ...stacks, [from]: without, ...(moved && { [to]: [moved, ...stacks[to]] }) })
  }

  return {
    subscribe,
    add,
    began: (jobId) => void begun.set(jobId, pagesOf(page())),
    hasBegun: (jobId) => begun.has(jobId),
    // Taking it back says how to do it again.
    keep(label, undo, bucket, jobId) {
      const pages = (jobId !== undefined && begun.get(jobId)) || pagesOf(page())
      return add(label, undo, { undo }, { account: account(), bucket, pages })
    },
    led: (id, to) =>
      update((entry) => (entry.id === id ? { ...entry, pages: [...entry.pages, to] } : entry)),
    move(from, to) {
      const moved = (one: string) => (one.split('#')[0] === from ? one.replace(from, to) : one)
      update((entry) => ({ ...entry, pages: entry.pages.map(moved) }))
    },
    undoable: () => entriesFor('undo'),
    redoable: () => entriesFor('redo'),
    undo: (id) => step('undo', id),
    redo: (id) => step('redo', id),
    clear() {
      begun.clear()
      save({ undo: [], redo: [] })
    },
  }
}

/** Outside of pages, as in the terminal, everything is in one place. */
const isVisibleOn = (page: string | undefined, { pages }: JournalEntry): boolean =>
  page === undefined ? pages.length === 0 : pages.includes(page)

const pagesOf = (page: string | undefined): readonly string[] => (page === undefined ? [] : [page])

export const stillRunning = (title: string): string =>
  `“${title.replace(/…$/, '')}” is still running. Undo it once it has finished, or cancel it.`
