import type { Ref } from '@typecase/plugin-sdk/command'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import type { PaletteService } from '@typecase/plugin-sdk/services'
import { token } from '@typecase/plugin-sdk/token'

import type { ArgumentRequest, ReviewRequest } from '../commands/interaction.ts'
import { createStore, type Store } from '../kernel/store.ts'
import {
  argumentsPage,
  closed,
  type Page,
  type PaletteAction,
  type PaletteState,
  reducePalette,
} from './state.ts'

/**
 * The palette without its views: its pages, and the callers that wait for answers. The views are loaded later and only
 * render this state.
 */
export interface PaletteController extends PaletteService {
  toggle(): void
  /** Opens the palette with the commands for the selection or the page. */
  openHere(): void
  readonly state: Pick<Store<PaletteState>, 'get' | 'subscribe'>
  readonly dispatch: (action: PaletteAction) => void
  /** Asks for arguments. @returns the completed arguments, or undefined when the user backed out */
  askArguments(request: ArgumentRequest): Promise<JsonObject | undefined>
  /** Shows a plan for review. @returns whether to apply it */
  review(request: ReviewRequest): Promise<boolean>
  /** Answers a page. The palette stays open until the command runs or asks again. */
  finish(pageId: number, answer: unknown): void
  /** Goes one page back, for Escape. If a chosen command is preparing, only that command is cancelled. */
  leave(): void
  /** Closes the palette, because the command runs. */
  commandStarted(): void
  /** Goes back to the page where the command was chosen, because it does not run. */
  commandDeclined(): void
}

/** The palette as the core sees it, for its views and the shell's own commands. */
export const PaletteControl = token<PaletteController>('core.palette-control', 1)

export interface PaletteControllerParts {
  /** Runs the command of `open({ command })`. */
  readonly run: (ref: Ref) => void
  readonly onOpenChange: (isOpen: boolean) => void
  /** Cancels the chosen command, which is still preparing. */
  readonly cancel: () => void
}

export function createPaletteController({
  run,
  onOpenChange,
  cancel,
}: PaletteControllerParts): PaletteController {
  const state = createStore<PaletteState>(closed)
  const waiting = new Map<number, (answer: unknown) => void>()
  let count = 0
  let wasOpen = false
  /** Whether the palette's key was pressed while a chosen command prepared: the palette opens again after that. */
  let isRequested = false

  /** Handles actions of the user, as opposed to those of running commands. */
  function dispatch(action: PaletteAction): void {
    const isLeaving = ['open', 'pop', 'close', 'back'].includes(action.type)
    const isWaiting = isLeaving && state.get().pages.at(-1)?.isBusy === true
    apply(action)
    if (isWaiting) cancel()
  }

  function apply(action: PaletteAction): void {
    state.update((now) => reducePalette(now, action))
    const { pages } = state.get()
    const isOpen = pages.length > 0
    if (!pages.at(-1)?.isBusy) isRequested = false
    if (isOpen !== wasOpen) {
      wasOpen = isOpen
      onOpenChange(isOpen)
    }
    // Questions whose page was closed end without an answer.
    for (const [id, resolve] of waiting) {
      if (pages.some((page) => page.id === id)) continue
      waiting.delete(id)
      resolve(undefined)
    }
  }

  function ask<T>(show: (id: number) => void): Promise<T | undefined> {
    const id = ++count
    return new Promise((resolve) => {
      // Only the page's own view answers it, and it knows the type.
      waiting.set(id, resolve as (answer: unknown) => void)
      show(id)
    })
  }

  const search = (query: string, isHere: boolean): Page => ({
    kind: 'search',
    id: ++count,
    query,
    isHere,
    isBusy: false,
  })
  const openSearch = (query: string, isHere: boolean): void =>
    dispatch({ type: 'open', page: search(query, isHere) })

  const controller: PaletteController = {
    state,
    dispatch,
    open({ query = '', command } = {}) {
      if (command) run(command)
      else openSearch(query, false)
    },
    close: () => dispatch({ type: 'close' }),
    leave() {
      const top = state.get().pages.at(-1)
      if (top?.kind !== 'search' || !top.isBusy) return dispatch({ type: 'pop' })
      apply({ type: 'busy', id: top.id, isBusy: false })
      cancel()
    },
    toggle() {
      if (state.get().pages.at(-1)?.isBusy) isRequested = !isRequested
      else if (wasOpen) dispatch({ type: 'close' })
      else openSearch('', false)
    },
    openHere: () => openSearch('', true),
    askArguments: (request) =>
      ask((id) => dispatch({ type: 'push', page: argumentsPage(id, request) })),
    review: async (request) =>
      (await ask<boolean>((id) =>
        dispatch({
          type: 'push',
          page: { kind: 'review', id, request, typed: '', isBusy: false },
        }),
      )) === true,
    finish(id, answer) {
      const resolve = waiting.get(id)
      waiting.delete(id)
      dispatch({ type: 'busy', id, isBusy: true })
      resolve?.(answer)
    },
    commandStarted() {
      if (!state.get().pages.at(-1)?.isBusy) return
      // A single change of state, so that text typed meanwhile goes to the new page.
      apply(isRequested ? { type: 'open', page: search('', false) } : { type: 'close' })
    },
    commandDeclined() {
      const top = state.get().pages.at(-1)
      if (!top?.isBusy) return
      // If the command was chosen here, go back to the page where it was chosen.
      if (top.kind === 'search') apply({ type: 'busy', id: top.id, isBusy: false })
      else apply({ type: 'pop' })
    },
  }
  return controller
}
