import type { Outcome, Ref } from '@typecase/plugin-sdk/command'
import type { JournalEntry, JournalService, StepScope } from '@typecase/plugin-sdk/jobs'

import { createListeners } from '../kernel/store.ts'

const MAX_ENTRIES = 50
/** How long, in milliseconds, after a step of another page was named, a second press takes that step. */
const NAMED_FOR = 10_000

export type Direction = 'undo' | 'redo'
type Stacks = Readonly<Record<Direction, readonly JournalEntry[]>>

/** The result of an undo or a redo. */
export interface StepResult {
  /** `kept`: not undone, but may still be, as after a lost connection. `refused`: can no longer be undone. */
  readonly end: 'done' | 'kept' | 'refused'
  readonly outcome: Outcome | undefined
}

export interface JournalParts {
  /** Id of the signed-in account. */
  readonly account: () => string | undefined
  /** Title of a command that is currently changing data. */
  readonly working: () => string | undefined
  /** Resolves when no command is running, or after a short timeout. */
  readonly whenIdle: () => Promise<void>
  /** Runs the undo or redo of a step in its original bucket, and notifies the user of the result. */
  readonly take: (entry: JournalEntry, direction: Direction) => Promise<StepResult>
  /** Tells the user why no step is undone or redone. */
  readonly refuse: (message: string) => void
  /** The current page. */
  readonly page: () => string | undefined
  /** Names a step of another page to the user before it is taken. */
  readonly name: (entry: JournalEntry, direction: Direction) => void
}

/** The journal with the methods that only the core uses. */
export interface Journal extends JournalService {
  /** Adds a step. @returns its id, or undefined if the outcome cannot be undone */
  add(label: string, ran: Ref, outcome: Outcome, scope: StepScope): string | undefined
  redo(id?: string): Promise<Outcome | undefined>
  /** Records that a step opened another page, which shows the change as well. */
  linkPage(id: string, page: string): void
  /** Updates the address of a page. */
  move(from: string, to: string): void
  /** Clears the journal, because the account left this browser. */
  clear(): void
}

const nothing = {
  undo: 'Nothing to undo in this tab. History has earlier changes and those of other tabs.',
  redo: 'Nothing to redo in this tab.',
}
const expiredText = 'This can no longer be undone here. Use History.'

/**
 * Creates the journal of this tab, which can undo the last 50 steps until the tab is reloaded. It is kept in memory,
 * because browser storage is shared with other tabs, and copied when a tab is duplicated.
 */
export function createJournal(parts: JournalParts): Journal {
  const { account, working, whenIdle: settled, take, refuse, page, name } = parts
  let stacks: Stacks = { undo: [], redo: [] }
  let count = 0
  /** The pages on which jobs were started, by job id. */
  const pagesOfJobs = new Map<string, readonly string[]>()
  /** The step of another page that was named last. */
  let announcement:
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

  /** Whether pressing the key takes the step. A step of another page is taken only if it was named a moment ago. */
  function isMeant(entry: JournalEntry): boolean {
    const { id } = entry
    const here = page()
    const isHere = isVisibleOn(here, entry)
    const isNamed =
      announcement?.id === id &&
      announcement.page === here &&
      Date.now() - announcement.at < NAMED_FOR
    announcement = isHere || isNamed ? undefined : { id, page: here, at: Date.now() }
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
    announcement = undefined
    const entry: JournalEntry = { id: String(++count), label, undo, redo, ...scope }
    // As in any editor, a new step discards the steps that could be redone.
    save({ undo: [entry, ...stacks.undo], redo: [] })
    return entry.id
  }

  async function step(direction: Direction, id: string | undefined): Promise<Outcome | undefined> {
    // The screen shows a change before its command ends. A quick undo therefore means that command or, when pressed
    // again, the step before the one that is being undone.
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
    // The user pressed twice, and the step is already being taken.
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

  /** Removes a step from its stack and, if it was taken, adds it to the other one. */
  function move(entry: JournalEntry, from: Direction, outcome: Outcome | undefined): void {
    const to = from === 'undo' ? 'redo' : 'undo'
    // If no object could be changed, there is nothing to reverse.
    const reverse = outcome?.undo ?? (outcome?.failures?.length ? undefined : entry[to])
    // The page on which the step was taken shows the change as well.
    const pages = [...new Set([...entry.pages, ...pagesOf(page())])]
    const moved = outcome && reverse && { ...entry, pages, [to]: reverse }
    const without = stacks[from].filter((one) => one.id !== entry.id)
    save({ ...stacks, [from]: without, ...(moved && { [to]: [moved, ...stacks[to]] }) })
  }

  return {
    subscribe,
    add,
    began: (jobId) => void pagesOfJobs.set(jobId, pagesOf(page())),
    hasBegun: (jobId) => pagesOfJobs.has(jobId),
    // The outcome of the undo contains the redo.
    keep(label, undo, bucket, jobId) {
      const pages = (jobId !== undefined && pagesOfJobs.get(jobId)) || pagesOf(page())
      return add(label, undo, { undo }, { account: account(), bucket, pages })
    },
    linkPage: (id, to) =>
      update((entry) => (entry.id === id ? { ...entry, pages: [...entry.pages, to] } : entry)),
    move(from, to) {
      const movedPage = (one: string) => (one.split('#')[0] === from ? one.replace(from, to) : one)
      update((entry) => ({ ...entry, pages: entry.pages.map(movedPage) }))
    },
    undoable: () => entriesFor('undo'),
    redoable: () => entriesFor('redo'),
    undo: (id) => step('undo', id),
    redo: (id) => step('redo', id),
    clear() {
      pagesOfJobs.clear()
      save({ undo: [], redo: [] })
    },
  }
}

/** Whether a page shows a step. Outside of pages, as in the terminal, all steps are in one place. */
const isVisibleOn = (page: string | undefined, { pages }: JournalEntry): boolean =>
  page === undefined ? pages.length === 0 : pages.includes(page)

const pagesOf = (page: string | undefined): readonly string[] => (page === undefined ? [] : [page])

export const stillRunning = (title: string): string =>
  `“${title.replace(/…$/, '')}” is still running. Undo it once it has finished, or cancel it.`
