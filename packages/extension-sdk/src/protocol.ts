/** Messages between a frame and the dashboard. Version 1; a change that breaks extensions gets another number. */
export const PROTOCOL = 1

/** Bytes that one message may have, as JSON, and requests of a frame within a second. */
export const MAX_MESSAGE = 1_000_000
/** Requests of a frame within a second. */
export const MAX_REQUESTS = 200

/** The location of a frame in the dashboard: `commands` frames are never visible. */
export type View = 'page' | 'panel' | 'commands'

/** The object open in the editor, with its unsaved values. */
export interface OpenObject {
  readonly id: string
  readonly type: string
  readonly locale: string | null
  readonly title: string
  readonly slug: string
  readonly content: unknown
  readonly metadata: Readonly<Record<string, unknown>>
}

/** The context of a frame. It is sent again when any of it changes. */
export interface Context {
  readonly view: View
  readonly bucket: string
  readonly theme: 'light' | 'dark'
  /** In a panel of an extension with `objects:read`: the open object. */
  readonly object?: OpenObject
}

/** A run of a command, as the dashboard asks for it. */
export interface CommandParams {
  readonly name: string
  readonly args: { readonly [name: string]: unknown }
  /** For commands about objects, of extensions with `objects:read`. */
  readonly objectIds?: readonly string[]
}

/** The reason why a request failed. */
export interface Failure {
  /** A code of the server's errors, or `limited`, `refused`, `cancelled`. */
  readonly code: string
  readonly message: string
}

/** Over the window, once in each direction: everything after it goes through the port that comes with the second. */
export type Greeting =
  | { readonly typecase: typeof PROTOCOL; readonly kind: 'ready' }
  | { readonly typecase: typeof PROTOCOL; readonly kind: 'connect'; readonly context: Context }

/** Over the port, in both directions. Each side numbers its own requests. */
export type Message =
  | {
      readonly kind: 'request'
      readonly id: number
      readonly method: string
      readonly params: unknown
    }
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  /** The asker no longer waits. */
  | { readonly kind: 'cancel'; readonly id: number }
  | {
      readonly kind: 'progress'
      readonly id: number
      readonly done: number
      readonly total: number
    }
  | { readonly kind: 'context'; readonly context: Context }
