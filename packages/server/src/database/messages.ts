/**
 * Messages between the processes that share a database. They may be lost: the database stays the source of truth. A
 * process does not receive its own messages, and on SQLite there is only one process.
 */
export interface Messages {
  /** @param body plain JSON */
  send(topic: string, body: unknown): void
  /** @param listener receives messages of other processes */
  on(topic: string, listener: (body: unknown) => void): void
  /** @param listener is called when messages may have been lost */
  onGap(listener: () => void): void
}

export const noMessages: Messages = { send() {}, on() {}, onGap() {} }
