import { textOf } from '@typecase/contract/request-url'
import { parse, type RawResponse } from './response.ts'
import { unreachable } from './api-error.ts'

export interface Upload {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: FormData
  readonly signal?: AbortSignal
  readonly onProgress?: (sent: number, total: number) => void
}

/** Sends files with XMLHttpRequest, because `fetch` does not report upload progress. */
export function sendFiles(upload: Upload): Promise<RawResponse> {
  const { method, url, headers, body, signal, onProgress } = upload
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const request = new XMLHttpRequest()
    const abort = (): void => request.abort()
    signal?.addEventListener('abort', abort, { once: true })
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded, total))
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        type: request.getResponseHeader('content-type') ?? '',
        body: parse(request.responseText),
        requestId: request.getResponseHeader('x-request-id'),
      }),
    )
    request.addEventListener('error', () => reject(unreachable()))
    request.addEventListener('abort', () =>
      reject((signal?.reason as Error | undefined) ?? new DOMException('Aborted', 'AbortError')),
    )
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    request.send(body)
  })
}

/** Builds a multipart form. The fields come first, so that the server has read them when the files arrive. */
export function formOf(fields: object, fileField: string, files: readonly File[]): FormData {
  const data = new FormData()
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) data.append(key, textOf(value))
  }
  for (const file of files) data.append(fileField, file, file.name)
  return data
}
