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
 * The palette without its looks: its pages and who waits for their answers. The interface is loaded
 * later and only renders this.
 */
export interface PaletteController extends PaletteService {
  toggle(): void
  /** Opens with what can be done with the selection or the page. */
  openHere(): void
  readonly state: Pick<Store<PaletteState>, 'get' | 'subscribe'>
  readonly dispatch: (action: PaletteAction) => void
  /** @returns the completed arguments, or undefined when the user backed out */
  askArguments(request: ArgumentRequest): Promise<JsonObject | undefined>
  /** @returns whether to go on with what is reviewed */
  review(request: ReviewRequest): Promise<boolean>
  /** Gives the answer of a page; the palette stays until the command begins or asks again. */
  finish(pageId: number, answer: unknown): void
  /** Esc: one page back; where a chosen command prepares itself, only that is given up. */
  leave(): void
  /** A command has begun: what the palette was open for is done. */
  begun(): void
  /** A run does not begin: back to where it was chosen. */
  declined(): void
}

/** The palette from the inside: for its views and the shell's own commands. */
export const PaletteControl = token<PaletteController>('core.palette-control', 1)

export interface PaletteControllerParts {
  /** Runs what `open({ command })` names. */
  readonly run: (ref: Ref) => void
  readonly onOpenChange: (isOpen: boolean) => void
  /** The user no longer waits for what was chosen here and has not begun. */
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
  /** Its key was pressed while a chosen command prepared itself: the palette after that is meant. */
  let isRequested = false

  /** Actions of the user, as opposed to those of running commands. */
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
    // Asks whose page was closed end without an answer.
    for (const [id, resolve] of waiting) {
      if (pages.some((page) => page.id === id)) continue
      waiting.delete(id)
      resolve(undefined)
    }
  }

  function ask<T>(show: (id: number) => void): Promise<T | undefined> {
    const id = ++count
    return new Promise((resolve) => {
      // Each page is finished by its own view, which knows the type.
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
    begun() {
      if (!state.get().pages.at(-1)?.isBusy) return
      // In one step: what was typed since is for it.
      apply(isRequested ? { type: 'open', page: search('', false) } : { type: 'close' })
    },
    declined() {
      const top = state.get().pages.at(-1)
      if (!top?.isBusy) return
      // It never began: back to where it was chosen, if it was chosen here.
      if (top.kind === 'search') apply({ type: 'busy', id: top.id, isBusy: false })
      else apply({ type: 'pop' })
    },
  }
  return controller
}
