/** Removes a listener. */
export type Unsubscribe = () => void

/** Calls the listener after each change. Does not use `this`, so that it can be passed around. */
export type Subscribe = (listener: () => void) => Unsubscribe
