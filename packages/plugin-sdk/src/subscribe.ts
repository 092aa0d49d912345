/** A listener's way out. */
export type Unsubscribe = () => void

/** Calls the listener after each change. Free of `this`, so that it can be handed on as it is. */
export type Subscribe = (listener: () => void) => Unsubscribe
