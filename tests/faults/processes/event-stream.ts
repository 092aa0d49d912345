import type { Owner } from '@typecase/server/testing/people'

/** An open event stream of a bucket. */
export interface EventStream {
  /** Reads until a version arrives that is at least as new, and closes the stream. @throws if the stream ends before */
  versionReaches(version: number): Promise<void>
}

/** Opens the event stream of a bucket on one process. */
export async function openEventStream(url: string, { token, bucket }: Owner): Promise<EventStream> {
  const response = await fetch(`${url}/v3/admin/events?slug=${bucket.slug}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!response.ok || !response.body) throw new Error(`events answered ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  return {
    async versionReaches(version) {
      let text = ''
      for (;;) {
        const { done, value } = await reader.read()
        if (done) throw new Error(`The stream ended before version ${version}: ${text}`)
        text += value
        const versions = [...text.matchAll(/"version":(\d+)/g)].map(([, number]) => Number(number))
        if (versions.some((one) => one >= version)) return reader.cancel()
      }
    },
  }
}
