import type { LiveEvent } from '@typecase/contract/content-live'

import { waitFor } from '../../testing/wait-for.ts'

/** An open live stream of a bucket, as a site reads it. */
export interface LiveStream {
  /** The text received so far. */
  text(): string
  isOver(): boolean
  events(): LiveEvent[]
  /** The position to send on a reconnect. */
  lastId(): string | undefined
  /** Waits until there are `count` events. @returns them */
  atLeast(count: number): Promise<LiveEvent[]>
  close(): Promise<void>
}

/** Reads a live stream and waits for its greeting. */
export async function readLive(response: Response): Promise<LiveStream> {
  if (!response.ok || !response.body) throw new Error(await response.text())
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let isOver = false
  const read = async () => {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      text += value
    }
    isOver = true
  }
  void read().catch(() => (isOver = true))
  const events = () =>
    // The server sends events in this form.
    [...text.matchAll(/event: change\ndata: (.*)\n\n/g)].map(
      ([, json = '']) => JSON.parse(json) as LiveEvent,
    )
  await waitFor(
    () => text,
    (all) => all.includes('\n\n'),
  )
  return {
    text: () => text,
    isOver: () => isOver,
    events,
    lastId: () => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1],
    atLeast: (count) => waitFor(events, (all) => all.length >= count),
    close: () => reader.cancel().catch(() => {}),
  }
}
