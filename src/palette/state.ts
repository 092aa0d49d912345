import type { Ref } from '@typecase/plugin-sdk/command'
import type { Json, JsonObject } from '@typecase/plugin-sdk/json'

import type { ArgumentRequest, ReviewRequest } from '../commands/interaction.ts'
import { isNeeded, type Step } from '../commands/steps.ts'

/** An item chosen in a step that accepts several. */
export interface ChosenItem {
  readonly value: Json
  readonly label: string
}

/** The search page. `isHere` limits it to commands about the selection or the page. */
export interface SearchPage {
  readonly kind: 'search'
  readonly id: number
  readonly query: string
  readonly isHere: boolean
  /** Whether a chosen command is preparing. */
  readonly isBusy: boolean
}

/** The page with the other actions on a row. */
export interface ActionsPage {
  readonly kind: 'actions'
  readonly id: number
  readonly query: string
  readonly title: string
  readonly actions: readonly Action[]
  readonly isBusy: boolean
}

export interface Action {
  readonly label: string
  readonly icon?: string
  readonly keys?: string
  readonly run: Ref | (() => void)
  readonly isQuick?: boolean
}

/** Asks for arguments, one after the other. */
export interface ArgumentsPage {
  readonly kind: 'arguments'
  readonly id: number
  readonly request: ArgumentRequest
  readonly args: JsonObject
  /** Labels of picked values, by argument. */
  readonly labels: Readonly<Record<string, string>>
  /** The argument that is being asked for; undefined when the user only has to agree. */
  readonly at: string | undefined
  readonly query: string
  /** What is wrong with the answer. */
  readonly message: string | undefined
  /** Arguments that the user skipped. */
  readonly skipped: readonly string[]
  /** Arguments answered on this page, in order. Backspace goes back through them. */
  readonly trail: readonly string[]
  readonly chosen: readonly ChosenItem[]
  /** Whether all is answered and the command is preparing. */
  readonly isBusy: boolean
}

/** Shows a plan before it is applied. */
export interface ReviewPage {
  readonly kind: 'review'
  readonly id: number
  readonly request: ReviewRequest
  readonly typed: string
  readonly isBusy: boolean
}

export type Page = SearchPage | ActionsPage | ArgumentsPage | ReviewPage

export interface PaletteState {
  /** The last page is on top. Empty: the palette is closed. */
  readonly pages: readonly Page[]
}

export type PaletteAction =
  /** Replaces all pages with this one. */
  | { readonly type: 'open'; readonly page: Page }
  | { readonly type: 'push'; readonly page: Page }
  | { readonly type: 'pop' }
  | { readonly type: 'close' }
  | { readonly type: 'query'; readonly query: string }
  | { readonly type: 'busy'; readonly id: number; readonly isBusy: boolean }
  | { readonly type: 'answer'; readonly key: string; readonly value: Json; readonly label: string }
  | { readonly type: 'skip'; readonly key: string }
  | { readonly type: 'refuse'; readonly message: string }
  | {
      readonly type: 'begin-with'
      readonly id: number
      readonly key: string
      readonly text: string
      readonly chosen: readonly ChosenItem[]
    }
  | { readonly type: 'reopen'; readonly key: string }
  | { readonly type: 'back' }
  | { readonly type: 'choose'; readonly chosen: readonly ChosenItem[] }
  | { readonly type: 'type'; readonly typed: string }

export const closed: PaletteState = { pages: [] }

export function reducePalette(state: PaletteState, action: PaletteAction): PaletteState {
  const { pages } = state
  const top = pages.at(-1)
  switch (action.type) {
    case 'open':
      return { pages: [action.page] }
    case 'push': {
      // The page that waited for this one is finished.
      const below = top?.isBusy && top.kind !== 'search' ? pages.slice(0, -1) : pages
      return { pages: [...below.map(calm), action.page] }
    }
    case 'pop':
      return { pages: pages.slice(0, -1).map(calm) }
    case 'close':
      return pages.length === 0 ? state : closed
    case 'busy':
      return {
        pages: pages.map((page) =>
          page.id === action.id ? { ...page, isBusy: action.isBusy } : page,
        ),
      }
    default:
      if (!top) return state
      return replaceTop(state, reducePage(top, action))
  }
}

function replaceTop(state: PaletteState, page: Page | undefined): PaletteState {
  if (page === state.pages.at(-1)) return state
  const below = state.pages.slice(0, -1)
  return { pages: page ? [...below, page] : below.map(calm) }
}

/** Applies an action to a page. @returns undefined to remove the page */
function reducePage(page: Page, action: PaletteAction): Page | undefined {
  if (action.type === 'query' && page.kind !== 'review') {
    const message = page.kind === 'arguments' ? { message: undefined } : {}
    return { ...page, query: action.query, ...message }
  }
  if (action.type === 'back' && page.kind !== 'arguments') return undefined
  if (page.kind === 'arguments') return reduceArguments(page, action)
  if (page.kind === 'review') return reduceReview(page, action)
  return page
}

function reduceArguments(page: ArgumentsPage, action: PaletteAction): ArgumentsPage | undefined {
  switch (action.type) {
    case 'answer': {
      const next = {
        ...page,
        args: { ...page.args, [action.key]: action.value },
        labels: { ...page.labels, [action.key]: action.label },
        skipped: page.skipped.filter((key) => key !== action.key),
        trail: [...page.trail.filter((key) => key !== action.key), action.key],
      }
      return begin(next, todo(next)[0]?.key)
    }
    case 'skip': {
      const next = { ...page, skipped: [...page.skipped, action.key] }
      return begin(next, todo(next)[0]?.key)
    }
    case 'begin-with': {
      // Text that was typed meanwhile takes precedence.
      const hasMore = page.query !== '' || page.chosen.length > 0
      const isBegun = page.id !== action.id || page.at !== action.key || hasMore
      return isBegun ? page : { ...page, query: action.text, chosen: action.chosen }
    }
    case 'refuse':
      return { ...page, message: action.message }
    case 'reopen':
      return begin(page, action.key)
    case 'choose':
      return { ...page, chosen: action.chosen, query: '', message: undefined }
    case 'back': {
      const key = page.trail.at(-1)
      if (key === undefined) return undefined
      const { [key]: _value, ...args } = page.args
      return begin({ ...page, args, trail: page.trail.slice(0, -1) }, key)
    }
    default:
      return page
  }
}

/** Creates the page for a request, at the first argument to ask for. A refused answer is filled in for correction. */
export function argumentsPage(id: number, request: ArgumentRequest): ArgumentsPage {
  const { args, at, message, labels = {} } = request
  const blank = {
    kind: 'arguments',
    id,
    request,
    args,
    labels,
    skipped: [],
    trail: [],
    isBusy: false,
  } as const
  return { ...begin(blank, at), message }
}

/** Moves to an argument, or to none when all are answered. */
function begin(
  page: Omit<ArgumentsPage, 'at' | 'query' | 'message' | 'chosen'>,
  at: string | undefined,
): ArgumentsPage {
  const answer = at === undefined ? undefined : page.args[at]
  const isText = typeof answer === 'string' && isTyped(page, at)
  return { ...page, at, query: isText ? answer : '', message: undefined, chosen: [] }
}

function isTyped({ request }: Pick<ArgumentsPage, 'request'>, at: string | undefined): boolean {
  const kind = request.steps.find(({ key }) => key === at)?.kind
  return kind === 'text' || kind === 'multiline'
}

function reduceReview(page: ReviewPage, action: PaletteAction): ReviewPage {
  return action.type === 'type' ? { ...page, typed: action.typed } : page
}

function calm<P extends Page>(page: P): P {
  return page.isBusy ? { ...page, isBusy: false } : page
}

/** Returns the remaining steps: the required ones, and those that are always asked and were not skipped. */
export function todo({ request, args, skipped }: ArgumentsPage): readonly Step[] {
  return request.steps.filter(
    (step) =>
      args[step.key] === undefined &&
      (isNeeded(step, args) || (step.ask.isAlwaysAsked === true && !skipped.includes(step.key))),
  )
}

/** Returns the step that is being asked. */
export function stepOf(page: ArgumentsPage): Step | undefined {
  return page.request.steps.find(({ key }) => key === page.at)
}
