/** Version of the messages between a frame and the dashboard. A change that breaks extensions gets a new number. */
export const PROTOCOL = 1

/** Maximum length of the parameters of a request as JSON, in characters. */
export const MAX_MESSAGE = 1_000_000
/** Maximum number of requests of a frame within a second. */
export const MAX_REQUESTS = 200

/** The place of a frame in the dashboard: frames of `commands` are never visible. */
export type View = 'page' | 'panel' | 'commands'

/** The object that is open in the editor, with its unsaved values. */
export interface OpenObject {
  readonly id: string
  readonly type: string
  readonly locale: string | null
  readonly title: string
  readonly slug: string
  readonly content: unknown
  readonly metadata: Readonly<Record<string, unknown>>
}

/** The context of a frame. It is sent again whenever it changes. */
export interface Context {
  readonly view: View
  readonly bucket: string
  readonly theme: 'light' | 'dark'
  /** The open object; only in a panel of an extension with `objects:read`. */
  readonly object?: OpenObject
}

/** The parameters of a request to run a command. */
export interface CommandParams {
  readonly name: string
  readonly args: { readonly [name: string]: unknown }
  /** For commands on objects, if the extension has `objects:read`. */
  readonly objectIds?: readonly string[]
}

/** The reason why a request failed. */
export interface Failure {
  /** A code of the server's errors, or `limited`, `refused`, `cancelled`. */
  readonly code: string
  readonly message: string
}

/** Messages between the windows, one in each direction. The second one carries a port for all further messages. */
export type Greeting =
  | { readonly typecase: typeof PROTOCOL; readonly kind: 'ready' }
  | { readonly typecase: typeof PROTOCOL; readonly kind: 'connect'; readonly context: Context }

/** Messages through the port, in both directions. Each side numbers its own requests. */
export type Message =
  | {
      readonly kind: 'request'
      readonly id: number
      readonly method: string
      readonly params: unknown
    }
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  /** The sender no longer waits for the answer. */
  | { readonly kind: 'cancel'; readonly id: number }
  | {
      readonly kind: 'progress'
      readonly id: number
      readonly done: number
      readonly total: number
    }
  | { readonly kind: 'context'; readonly context: Context }
