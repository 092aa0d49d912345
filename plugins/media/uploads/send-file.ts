import { beginUpload, cancelUpload, type Media, uploadState } from '@typecase/contract/media-upload'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import type { ApiService } from '@typecase/plugin-sdk/services'
import { DetailedError, Upload } from 'tus-js-client'

/** A file and how far its upload is known to be. */
export interface FileToSend {
  readonly file: File
  readonly bucket: string
  readonly folder?: string
  /** The upload on the server, once it has begun. */
  readonly uploadId?: string
}

interface SendOptions {
  readonly signal: AbortSignal
  /** The upload has begun: with this id it can go on later. */
  readonly onBegun: (uploadId: string) => void
  /** Bytes of the file that have arrived. */
  readonly onSent: (bytes: number) => void
}

/** Characters that the server takes as a name. */
const LONGEST_NAME = 200
/** Milliseconds before each further attempt. The count begins again once bytes have arrived. */
const RETRY_DELAYS = [500, 2000, 5000]

/**
 * Sends a file, or what the server has not got of it yet. Small files go the same way as large ones: a request of which
 * the answer is lost makes no second media.
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
        filename: shortened(file.name),
        ...(file.type && { filetype: file.type }),
        ...(folder && { folder }),
      },
      retryDelays: RETRY_DELAYS,
      // The queue stores the upload id with the file, so that an upload resumes without choosing the file again.
      storeFingerprintForResuming: false,
      onUploadUrlAvailable() {
        // Otherwise it would begin again also where the server only could not say how far it is.
        upload.options.endpoint = null
        onBegun(idOf(upload))
      },
      // A start that is under way would undo `abort`.
      onBeforeRequest: () => signal.throwIfAborted(),
      onProgress: onSent,
      onShouldRetry({ originalResponse }) {
        const status = originalResponse?.getStatus() ?? 0
        if (status !== 404 || !upload.url) return isPassing(status)
        // The server forgets an upload after a day without a further byte.
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
  // The last bytes are answered with the media; an empty file has none, and an answer may have been lost.
  const { media } = JSON.parse(sent.answer || '{}') as { media?: Media }
  if (media) return media
  const params = { slug, upload_id: sent.upload_id }
  const state = await api.call(uploadState, { params }, { signal })
  if (state.media) return state.media
  throw new Refusal('The file arrived but has been deleted since.')
}

/** Has the server forget what it got. It does so by itself after a day, so that a failure is of no interest. */
export function forgetUpload(api: ApiService, slug: string, upload_id: string): void {
  api.call(cancelUpload, { params: { slug, upload_id } }).catch(() => undefined)
}

const idOf = ({ url }: Upload): string => url?.split('/').at(-1) ?? ''

/** Whether a request may succeed later: 0 is no answer, and what is no failure was not answered by the server. */
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

/** The end of a name says what the file is. */
const shortened = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 20)}${name.slice(-20)}` : name
