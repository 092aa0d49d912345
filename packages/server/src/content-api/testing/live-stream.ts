import type { LiveEvent } from '@typecase/contract/content-live'

import { waitFor } from '../../testing/wait-for.ts'

/** An open live stream of a bucket, as a site reads it. */
export interface LiveStream {
  /** All that came so far. */
  text(): string
  isOver(): boolean
  events(): LiveEvent[]
  /** The position that a reconnect would send. */
  lastId(): string | undefined
  /** @returns the events once there are so many */
  atLeast(count: number): Promise<LiveEvent[]>
  close(): Promise<void>
}

/** Reads an answer of the live stream; its greeting has come. */
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
    // The server's own form.
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
