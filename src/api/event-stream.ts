/** One message of a stream of server-sent events. */
export interface StreamMessage {
  readonly event: string
  readonly data: string
}

/**
 * Reads server-sent events from a response. Unlike with `EventSource`, the request may carry a bearer token. Ends with
 * the stream. Format: https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamMessage> {
  const reader = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
  let rest = ''
  for await (const chunk of chunksOf(reader)) {
    const blocks = (rest + chunk).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const message = messageIn(block)
      if (message) yield message
    }
  }
}

/** Reads the chunks of a stream. Safari cannot iterate over streams. */
async function* chunksOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}

function messageIn(block: string): StreamMessage | undefined {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
  }
  // A block that contains only comments keeps the connection open.
  return data.length > 0 ? { event, data: data.join('\n') } : undefined
}
