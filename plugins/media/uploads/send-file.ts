import { beginUpload, cancelUpload, type Media, uploadState } from '@typecase/contract/media-upload'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import type { ApiService } from '@typecase/plugin-sdk/services'
import { DetailedError, Upload } from 'tus-js-client'

/** A file, and how far its upload is known to have come. */
export interface FileToSend {
  readonly file: File
  readonly bucket: string
  readonly folder?: string
  /** Id of the upload on the server; undefined before it begins. */
  readonly uploadId?: string
}

interface SendOptions {
  readonly signal: AbortSignal
  /** Called when the upload has begun. With this id it can resume later. */
  readonly onBegun: (uploadId: string) => void
  /** Called with the number of bytes that have arrived. */
  readonly onSent: (bytes: number) => void
}

/** Limit on the length of a name, in characters, that the server accepts. */
const LONGEST_NAME = 200
/** Delay before each further attempt, in ms. The count restarts when bytes have arrived. */
const RETRY_DELAYS = [500, 2000, 5000]

/**
 * Sends a file, or the part that the server still lacks. Small files use the same protocol as large ones: repeating a
 * request whose answer was lost creates no second media.
 * @throws ApiError
 */
export async function sendFile(
  api: ApiService,
  { file, bucket: slug, folder, uploadId }: FileToSend,
  { signal, onBegun, onSent }: SendOptions,
): Promise<Media> {
  const { url, headers, failure } = api.request(beginUpload, { params: { slug } })
  const sent = await new Promise<{ upload_id: string; answer: string }>((resolve, reject) => {
    const upload = new Upload(file, {
      ...(uploadId ? { uploadUrl: `${url}/${uploadId}` } : { endpoint: url }),
      headers: { ...headers },
      metadata: {
        filename: shorten(file.name),
        ...(file.type && { filetype: file.type }),
        ...(folder && { folder }),
      },
      retryDelays: RETRY_DELAYS,
      // The queue stores the upload id with the file, so an upload resumes without the user choosing the file again.
      storeFingerprintForResuming: false,
      onUploadUrlAvailable() {
        // Without this, an upload would also restart when the server merely failed to report its progress.
        upload.options.endpoint = null
        onBegun(idOf(upload))
      },
      // A start in progress would undo `abort`.
      onBeforeRequest: () => signal.throwIfAborted(),
      onProgress: onSent,
      onShouldRetry({ originalResponse }) {
        const status = originalResponse?.getStatus() ?? 0
        if (status !== 404 || !upload.url) return isPassing(status)
        // The server forgets an upload after a day without new bytes.
        Object.assign(upload.options, { endpoint: url, uploadUrl: null })
        upload.url = null
        return true
      },
      onSuccess: ({ lastResponse }) =>
        resolve({ upload_id: idOf(upload), answer: lastResponse.getBody() }),
      onError: (reason) =>
        reject(failure(reason instanceof DetailedError ? answerOf(reason) : undefined)),
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      reject(signal.reason as Error)
    })
    upload.start()
  })
  // The last bytes are answered with the media. An empty file has none, and an answer may have been lost.
  const { media } = JSON.parse(sent.answer || '{}') as { media?: Media }
  if (media) return media
  const params = { slug, upload_id: sent.upload_id }
  const state = await api.call(uploadState, { params }, { signal })
  if (state.media) return state.media
  throw new Refusal('The file arrived but has been deleted since.')
}

/** Makes the server forget the bytes that it received. It does so after a day anyway, so a failure does not matter. */
export function forgetUpload(api: ApiService, slug: string, upload_id: string): void {
  api.call(cancelUpload, { params: { slug, upload_id } }).catch(() => undefined)
}

const idOf = ({ url }: Upload): string => url?.split('/').at(-1) ?? ''

/** Whether a request may succeed later. 0 means no answer; a success status here did not come from the server. */
const isPassing = (status: number): boolean =>
  status < 300 || status === 409 || status === 429 || status >= 500

const answerOf = ({ originalResponse: answer }: DetailedError) =>
  answer
    ? {
        status: answer.getStatus(),
        body: answer.getBody(),
        requestId: answer.getHeader('x-request-id') ?? null,
      }
    : undefined

/** Shortens a name in the middle, because its end says what the file is. */
const shorten = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 20)}${name.slice(-20)}` : name
