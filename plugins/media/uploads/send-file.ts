import {
  beginUpload,
  cancelUpload,
  continueUpload,
  type Media,
  uploadState,
} from '@typecase/contract/media-upload'
import type { ApiService } from '@typecase/plugin-sdk/services'

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
  let id = uploadId
  let from = 0
  if (id === undefined) {
    const headers = {
      'upload-length': String(file.size),
      'upload-metadata': metadataOf({
        filename: shortened(file.name),
        filetype: file.type,
        folder,
      }),
    }
    const begun = await api.sendBytes(beginUpload, { params: { slug } }, new Blob(), {
      headers,
      signal,
    })
    id = begun.upload_id
    onBegun(id)
  } else {
    const params = { slug, upload_id: id }
    const state = await api.call(uploadState, { params }, { signal })
    if (state.media) return state.media
    from = state.offset
  }
  onSent(from)
  const { media } = await api.sendBytes(
    continueUpload,
    { params: { slug, upload_id: id } },
    file.slice(from),
    {
      headers: {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(from),
      },
      signal,
      onProgress: (sent) => onSent(from + sent),
    },
  )
  return media
}

/** Has the server forget what it got. It does so by itself after a day, so that a failure is of no interest. */
export function forgetUpload(api: ApiService, slug: string, upload_id: string): void {
  api.call(cancelUpload, { params: { slug, upload_id } }).catch(() => undefined)
}

/** As the protocol has it: pairs of a name and a text in base64. */
function metadataOf(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value ? `${name} ${base64(value)}` : []))
    .join(',')
}

const base64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** The end of a name says what the file is. */
const shortened = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 20)}${name.slice(-20)}` : name
