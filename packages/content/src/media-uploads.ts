import type { Media } from '@typecase/contract/media-upload'
import type { Subscribe } from '@typecase/plugin-sdk/subscribe'
import { token } from '@typecase/plugin-sdk/token'

/** A file that is uploaded to the media of a bucket. */
export interface Upload {
  readonly id: string
  /** Slug of the bucket. */
  readonly bucket: string
  readonly name: string
  readonly size: number
  readonly type: string
  /** Slug of a media folder. */
  readonly folder?: string
  readonly status: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled'
  /** Bytes that the server has received. */
  readonly sent: number
  /** The reason for the failure, as a sentence. */
  readonly reason?: string
  /** The rule by which the server refused the file. */
  readonly rule?: string
  /** The uploaded media. */
  readonly media?: Media
}

/** Sends files, a few at a time. Incomplete files resume after a lost connection and after a reload. */
export interface UploadsService {
  /** Returns the uploads in the order in which they were added; the same array until something changes. */
  list(): readonly Upload[]
  readonly subscribe: Subscribe
  /** @returns the ids of the uploads, in the order of the files */
  add(bucket: string, files: readonly File[], folder?: string): readonly string[]
  /** Cancels incomplete uploads. */
  cancel(ids: readonly string[]): void
  /** Sends failed uploads again. */
  retry(ids: readonly string[]): void
  /** Continues uploads that the account started in this browser and that no other tab is sending. @returns their ids */
  resume(): Promise<readonly string[]>
}
export const Uploads = token<UploadsService>('media.uploads', 1)
