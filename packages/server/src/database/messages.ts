/**
 * What processes that share a database tell each other, soon but without a promise: whoever must not miss anything looks into
 * the database as well. Nobody hears themselves, and a SQLite file has no others.
 */
export interface Messages {
  /** @param body plain JSON */
  send(topic: string, body: unknown): void
  /** @param listener is called with what others sent */
  on(topic: string, listener: (body: unknown) => void): void
  /** @param listener is called when messages may have been lost */
  onGap(listener: () => void): void
}

export const noMessages: Messages = { send() {}, on() {}, onGap() {} }
