import type { DownloadedFile } from '@typecase/plugin-sdk/services'

import { parse, type RawResponse } from './response.ts'
import { unreachable } from './api-error.ts'

export interface Download {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly signal?: AbortSignal
  readonly onProgress?: (received: number, total: number) => void
}

/** Downloads a file. The body of the response is a `DownloadedFile`, or the error body if the server refused. */
export async function receiveFile(download: Download): Promise<RawResponse> {
  const { method, url, headers, body, signal, onProgress } = download
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      credentials: 'omit',
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
    const requestId = response.headers.get('x-request-id')
    const { status } = response
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok) return { status, type, body: parse(await response.text()), requestId }
    const parts: Uint8Array<ArrayBuffer>[] = []
    const total = Number(response.headers.get('content-length') ?? 0)
    let received = 0
    for await (const part of partsOf(response)) {
      parts.push(part)
      received += part.byteLength
      onProgress?.(received, total)
    }
    const count = response.headers.get('x-total-count')
    const file: DownloadedFile = {
      name: nameOf(response.headers.get('content-disposition') ?? ''),
      content: new Blob(parts, { type }),
      ...(count !== null && { count: Number(count) }),
    }
    return { status, type, body: file, requestId }
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachable()
  }
}

/** Reads the chunks of a response. Some browsers cannot iterate over streams. */
async function* partsOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  if (!reader) return
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** Returns the file name from the header. Prefers `filename*`, which may contain any characters. */
function nameOf(disposition: string): string {
  const encodedName = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encodedName
    ? decodeURIComponent(encodedName)
    : (/filename="([^"]+)"/.exec(disposition)?.[1] ?? 'file')
}
