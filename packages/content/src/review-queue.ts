import { token } from '@typecase/plugin-sdk/token'

/** The list from which the open object was opened, for commands that continue in it. */
export interface ReviewQueue {
  /** The title of the list, which is that of a smart view or of an object type. */
  readonly title: string
  /** Yields the ids after the open object in the order of the list, in chunks. Further rows are read on demand. */
  ahead(signal: AbortSignal): AsyncIterable<readonly string[]>
  /** Registers an object that represents a row of the list, such as its object in another locale. */
  standFor(row: string, objectID: string): void
}

/** The editor offers it while the open object is part of a list. */
export const reviewQueue = token<ReviewQueue>('content.review-queue', 1)

/** Returns the first object ahead among the ids that `find` returns. */
export async function findAhead(
  queue: ReviewQueue,
  find: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
  signal: AbortSignal,
): Promise<string | undefined> {
  for await (const ids of queue.ahead(signal)) {
    const existing = await find(ids)
    const next = ids.find((id) => existing.has(id))
    if (next !== undefined) return next
  }
  return undefined
}

/** Returns the message that no object ahead qualifies. @param what the property: `has an open comment` */
export const noneAhead = ({ title }: ReviewQueue, what: string): string =>
  `No object further down in “${title}” ${what}.`
