import { Failure } from '../http/failure.ts'

/**
 * Yields the data of a stream of server-sent events.
 * @throws Failure `too_large` for more than `most` bytes
 */
export async function* sentEvents(response: Response, most: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let [rest, size] = ['', 0]
  // The body of a fetch yields bytes.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > most) throw new Failure('too_large', 'The answer of the AI provider is too large.')
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim()
  }
  if (rest.startsWith('data:')) yield rest.slice(5).trim()
}
